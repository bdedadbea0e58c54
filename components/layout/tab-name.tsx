import { visibleMarks } from "@/lib/format/visible-marks";
import { tabNameTexts } from "./layout-messages.ts";

/**
 * Titles the tab by what the page has read: its address says less. React puts it before the title of the page's metadata,
 * which counts again once this is gone.
 */
export const TabName = ({ children }: { children: string }) => (
  <title>{tabNameTexts.title(visibleMarks(children))}</title>
);
