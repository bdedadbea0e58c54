import { AgeSince } from "@/components/ui/relative-time";
import { alertColumnsTexts } from "./alert-messages.ts";

/** `no data for 3 min`, of an alert whose figures are not known; `no data` where it is not known since when. */
export const NoDataFor = ({ sinceMs }: { sinceMs: number | null }) =>
  sinceMs === null ? (
    alertColumnsTexts.noData
  ) : (
    <>
      {alertColumnsTexts.noDataFor}
      <AgeSince atMs={sinceMs} />
    </>
  );
