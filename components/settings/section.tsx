import { type ReactNode, useId } from "react";

/** One section of the settings page, separated by a hairline. */
export function Section({
  id: anchor,
  title,
  info,
  children,
}: {
  /** Fragment of links to this section. */
  id?: string;
  title: string;
  /** Beside the title: a `DataFreshness`. */
  info?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className="grid gap-3 border-t border-line pt-4">
      <div className="flex items-center gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {info}
      </div>
      {children}
    </section>
  );
}
