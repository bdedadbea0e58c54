// Shared parts of the attention messages. Pure.
import type { Glyph } from "@/components/ui/status-glyph";
import type { AttentionItem } from "@/lib/bff/attention";

/** A figure behind an entry, or what the cause hits. */
export interface Evidence {
  readonly text: string;
  /** Where it is shown. */
  readonly href?: string | undefined;
}

/** What an item says by itself. */
export interface ItemMessage {
  readonly word: string;
  readonly glyph: Glyph;
  /** What is wrong, and beside it what that means. */
  readonly title: string;
  readonly detail?: string | undefined;
  readonly evidence: readonly Evidence[];
  readonly href: string;
  readonly act: string;
}

export interface AttentionMessage extends ItemMessage {
  readonly tone: "bad" | "warn" | "neutral";
}

export type Of<Kind extends AttentionItem["kind"]> = Extract<AttentionItem, { kind: Kind }>;

export const plain = (text: string): Evidence => ({ text });

/** `app / action`, with a question mark for an empty name. */
export const actionOf = ({ app_name, action_name }: { app_name: string; action_name: string }) =>
  `${app_name || "?"} / ${action_name || "?"}`;
