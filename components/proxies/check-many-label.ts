import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { formatCount } from "@/lib/format/numbers";
import { checkManyLabelTexts } from "./proxy-messages.ts";

const maxCount = formatCount(bulkBounds.most);

/** Label of the button; `whole`: the page has all proxies. */
export function checkManyLabel({ listed, whole }: { listed: number; whole: boolean }): string {
  // Nothing is listed while the list is not known, either.
  if (listed === 0) return checkManyLabelTexts.checkAllListed;
  return whole ? checkManyLabelTexts.checkAll(formatCount(listed)) : checkManyLabelTexts.checkFirst(maxCount);
}
