// The missing part of a list that was not read to its end. Pure.
import type { RecorderList } from "@/lib/bff/recorder";
import { formatCount } from "@/lib/format/numbers";
import { partialReadMessageTexts } from "./setting-messages.ts";

const messages = {
  cut: partialReadMessageTexts.firstOnly,
  unreadable: partialReadMessageTexts.readOthersUnreadable,
  moved: partialReadMessageTexts.readSomeMayBeMissing,
} as const satisfies Record<NonNullable<RecorderList["partly"]>["why"], (read: string) => string>;

/** How much of a list was read; undefined where it was everything. */
export const partialReadMessage = ({ partly }: Pick<RecorderList, "partly">): string | undefined =>
  partly === null ? undefined : messages[partly.why](formatCount(partly.read));
