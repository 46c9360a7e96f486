#!/usr/bin/env bash
# Says what changed in the public packages (docs/api.txt names them) since the last release, with the apidiff in $1. From
# v1 on, a change that breaks a host's program is an error: it needs the next major version.
set -euo pipefail
apidiff=$(realpath "$1")
if ! tag=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null); then
	echo "No release yet to compare the public surface with; docs/api.txt holds it."
	exit 0
fi
old=$PWD/build/api/$tag
new=$(mktemp -d)
trap 'rm -rf "$new" "$old.tree"' EXIT
mkdir -p "$old"
broken=
for package in $({ cat docs/api.txt; git show "$tag:docs/api.txt" 2>/dev/null || true; } | cut -d, -f1 | sed 's/^pkg //' | sort -u); do
	if [ ! -d "$package" ]; then
		echo "$package is gone since $tag."
		broken="$broken $package"
		continue
	fi
	file=${package//\//-}.api
	if [ ! -e "$old/$file" ]; then
		[ -d "$old.tree" ] || { mkdir -p "$old.tree" && git archive "$tag" | tar x -C "$old.tree"; }
		[ -d "$old.tree/$package" ] || continue
		(cd "$old.tree" && "$apidiff" -w "$old/$file" "github.com/shopdesk/shopdesk/$package")
	fi
	"$apidiff" -w "$new/$file" "github.com/shopdesk/shopdesk/$package"
	changes=$("$apidiff" "$old/$file" "$new/$file")
	[ -z "$changes" ] || printf '%s since %s:\n%s\n' "$package" "$tag" "$changes"
	[ -z "$("$apidiff" -incompatible "$old/$file" "$new/$file")" ] || broken="$broken $package"
done
if [ -n "$broken" ] && [[ $tag != v0.* ]]; then
	echo "Programs written for $tag may not compile:$broken"
	exit 1
fi
