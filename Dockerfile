# The image runs `make build` in its first stage and keeps only the program.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make size build QUALITY=11

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /src/build/console /console
ENV SHOPDESK_DATABASE=/data/shopdesk.db LISTEN=:8080
VOLUME /data
EXPOSE 8080
USER nonroot
ENTRYPOINT ["/console"]
CMD ["serve"]
