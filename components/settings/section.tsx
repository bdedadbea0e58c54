import { type ReactNode, useId } from "react";

/** One section of the settings page, separated by a hairline. */
export function Section({
  id: anchor,
  title,
  children,
}: {
  /** Fragment of links to this section. */
  id?: string;
  title: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className="grid scroll-mt-12 gap-3 border-t border-line pt-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
