// The missing part of a list that was not read to its end. Pure.
import type { RecorderList } from "@/lib/bff/recorder";
import { formatCount } from "@/lib/format/numbers";

const messages = {
  cut: (read) => `first ${read} only`,
  unreadable: (read) => `${read} read, others unreadable`,
  moved: (read) => `${read} read, some may be missing`,
} as const satisfies Record<NonNullable<RecorderList["partly"]>["why"], (read: string) => string>;

/** How much of a list was read; undefined where it was everything. */
export const partialReadMessage = ({ partly }: Pick<RecorderList, "partly">): string | undefined =>
  partly === null ? undefined : messages[partly.why](formatCount(partly.read));
