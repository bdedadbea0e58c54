import { type ReactNode, useId } from "react";

/** A titled part of a pool's page. */
export function PoolSection({
  title,
  info,
  tools,
  children,
}: {
  title: string;
  /** Beside the title: a `DataFreshness`. */
  info?: ReactNode;
  /** At the end of the title's line. */
  tools?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {info}
        <span className="flex-1" />
        {tools}
      </div>
      {children}
    </section>
  );
}
