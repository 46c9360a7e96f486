#!/usr/bin/env bash
# Prints the packages that differ from a commit, uncommitted files included, one a
# line: ./server/internal/orders/inbox. A file that is no Go code counts for the package above it
# (words, styles, vectors); flows in Chromium don't count,
# nor do the examples, tools and hosts, which are modules of their own.
#
#	internal/changed.sh main
set -euo pipefail
base=$(git merge-base "$1" HEAD)
{ git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | while read -r file; do
	folder=$(dirname "$file")
	until [ "$folder" = . ] || compgen -G "$folder/*.go" >/dev/null; do folder=$(dirname "$folder"); done
	[ "$folder" = . ] || [ "$folder" = e2e ] || [[ $folder = examples/* || $folder = tools/* || $folder = internal/hosts ]] || echo "./$folder"
done | sort -u
