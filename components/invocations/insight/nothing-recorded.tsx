import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { nothingRecordedTexts } from "./failure-messages.ts";

/** In place of the figures while the dashboard has not recorded any invocation. `isApiFailing`: why. */
export function NothingRecorded({ isApiFailing }: { isApiFailing: boolean }) {
  if (!isApiFailing)
    return (
      <EmptyState title={nothingRecordedTexts.nothingRecordedYet}>
        {nothingRecordedTexts.figuresAppearHere}
      </EmptyState>
    );
  return (
    <EmptyState
      tone="bad"
      title={nothingRecordedTexts.apiDoesNotAnswer}
      action={
        <Link href={paths.settings()} className={buttonClass()}>
          {nothingRecordedTexts.openConnection}
        </Link>
      }
    >
      {nothingRecordedTexts.figuresAppearOnAnswer}
    </EmptyState>
  );
}
