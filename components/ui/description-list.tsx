import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { descriptionListTexts } from "./ui-messages.ts";
import { withVisibleMarks } from "./visible-marks.ts";

/** Names and values of one resource in two columns. Contains `DescriptionItem`s. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[fit-content(9rem)_minmax(0,1fr)] items-baseline sm:grid-cols-[10rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      {children}
    </dl>
  );
}

/** One row of a `DescriptionList`. `field`: the API's name of it, shown on hover; of a field without a name, its name. */
export function DescriptionItem({
  name,
  field,
  children,
}: {
  name: string | undefined;
  field?: string;
  children: ReactNode;
} & ({ name: string } | { field: string })) {
  return (
    <>
      <dt
        title={field}
        className={`break-words text-ink-3 ${name === undefined ? "font-mono text-label leading-5" : ""}`}
      >
        {name ?? field}
      </dt>
      <dd className="min-w-0 break-words">{withVisibleMarks(children)}</dd>
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
