// Shared parts of the attention messages. Pure.
import type { Glyph } from "@/components/ui/status-glyph";
import type { AttentionItem } from "@/lib/bff/attention";
import { formatCount } from "@/lib/format/numbers";

export interface AttentionMessage {
  readonly word: string;
  readonly tone: "bad" | "warn" | "neutral";
  readonly glyph: Glyph;
  readonly title: string;
  /** The figures behind the item, joined into one line. */
  readonly evidence: readonly string[];
  readonly href: string;
  readonly act: string;
}

export type Of<Kind extends AttentionItem["kind"]> = Extract<AttentionItem, { kind: Kind }>;

/** `1 invocation`, `2 invocations`; an en dash for an unknown count. */
export const some = (count: number | null, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `app / action`, with a question mark for an empty name. */
export const actionOf = ({ app_name, action_name }: { app_name: string; action_name: string }) =>
  `${app_name || "?"} / ${action_name || "?"}`;
