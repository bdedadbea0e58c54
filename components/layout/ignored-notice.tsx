import { ignoredNoticeTexts } from "./layout-messages.ts";
import type { IgnoredParameter } from "./use-url-query.ts";

/** Names the URL parameters that could not be read and are ignored, each with its fault; renders nothing without any. */
export function IgnoredNotice({ ignored }: { ignored: readonly IgnoredParameter[] }) {
  if (ignored.length === 0) return null;
  return (
    <p role="status" className="rounded-md bg-warn-bg px-3 py-1.5 text-label text-warn break-words">
      {ignoredNoticeTexts.linkPartsIgnored(
        ignored
          .map(({ path, message, value = "" }) => {
            const name = path.replace(/^query\./, "");
            return `${value === "" ? name : `${name} “${value}”`} (${message})`;
          })
          .join(", "),
      )}
    </p>
  );
}
