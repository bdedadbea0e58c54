import { type ReactNode, useId } from "react";

/** One subject of the settings page, set off by a hairline. */
export function Section({
  id: anchor,
  title,
  children,
}: {
  /** What a link to this subject names. */
  id?: string;
  title: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className="grid gap-3 border-t border-line pt-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
