# The image runs `make build` in its first stage and keeps only the program.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make size build QUALITY=11 GALLERY=
# Made here, because the last stage has no shell: a new volume takes the owner
# from it, and root's couldn't be written.
RUN mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /src/build/console /console
COPY --from=build --chown=nonroot:nonroot /data /data
ENV SHOPDESK_DATABASE=/data/shopdesk.db LISTEN=:8080
VOLUME /data
EXPOSE 8080
USER nonroot
ENTRYPOINT ["/console"]
# The first start is `serve --create`: without it an empty volume is refused, for
# it may be the wrong one (docs/operations/front.md).
CMD ["serve"]
