import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { descriptionListTexts } from "./ui-messages.ts";

/** Names and values of one resource in two columns. Contains `DescriptionItem`s. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[fit-content(9rem)_minmax(0,1fr)] items-baseline sm:grid-cols-[10rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      {children}
    </dl>
  );
}

/** One row of a `DescriptionList`. `raw` sets the name in the monospace font: an API field name. */
export function DescriptionItem({
  name,
  raw = false,
  children,
}: {
  name: string;
  raw?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <dt className={`break-words text-ink-3 ${raw ? "font-mono text-label leading-5" : ""}`}>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** An id in full with a copy button; `what` is its accessible name. */
export function CopyableId({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 font-mono text-label">
      <span className="min-w-0 break-all">{id}</span>
      <CopyButton text={id} label={descriptionListTexts.copy(what)} />
    </span>
  );
}
