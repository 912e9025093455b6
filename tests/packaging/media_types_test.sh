#!/usr/bin/env bash
# media_types_test.sh MIME_XML METAINFO ICONS: the hand-written list for software centres and the icons have each MIME
# type of the table of kinds; the list has no other.
set -euo pipefail
mime_xml=$1 metainfo=$2 icons=$3

types=$(sed -n 's/.*<mime-type type="\([^"]*\)".*/\1/p' "$mime_xml" | sort)
[ -n "$types" ] || { echo "FAILED: no types in $mime_xml"; exit 1; }
listed=$(sed -n 's:.*<mediatype>\(.*\)</mediatype>.*:\1:p' "$metainfo" | sort)
diff <(echo "$types") <(echo "$listed") || { echo "FAILED: $metainfo lists others than the table of kinds"; exit 1; }
for type in $types; do
    [ -s "$icons/${type/\//-}.svg" ] || { echo "FAILED: $type has no icon in $icons"; exit 1; }
done
echo "ok"
