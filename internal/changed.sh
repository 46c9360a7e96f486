#!/usr/bin/env bash
# Prints the packages that differ from a commit, uncommitted files included, one a
# line: ./server/internal/orders/inbox. A file that is no Go code counts for the package above it
# (words, styles, vectors); flows in Chromium don't count,
# nor do the modules of their own (examples, tools, hosts and a benchmark's other side) and the engine's folder, which
# the build compiles in another one.
#
#	internal/changed.sh main
set -euo pipefail
base=$(git merge-base "$1" HEAD)
{ git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | while read -r file; do
	folder=$(dirname "$file")
	until [ "$folder" = . ] || compgen -G "$folder/*.go" >/dev/null; do folder=$(dirname "$folder"); done
	case $folder in
	. | e2e | examples/* | tools/* | internal/hosts | server/internal/bench/mercure | web/build/_engine*) ;;
	*) echo "./$folder" ;;
	esac
done | sort -u
