import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { invocationTabsTexts } from "./layout-messages.ts";

const tabs = [
  { key: "invocations", href: paths.invocations(), label: invocationTabsTexts.invocations },
  { key: "insight", href: paths.insight(), label: invocationTabsTexts.insight },
] as const;

/** Links to the two invocation pages. `children` at the end of their line. */
export function InvocationTabs({
  current,
  children,
}: {
  current: (typeof tabs)[number]["key"];
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
      <nav aria-label={invocationTabsTexts.invocations} className="flex gap-0.5">
        {tabs.map(({ key, href, label }) => (
          <Link
            key={key}
            href={href}
            aria-current={key === current ? "page" : undefined}
            className={clsx(
              "focus-inset flex h-8 items-center rounded-t-md px-2.5",
              key === current ? "text-ink shadow-[inset_0_-2px_var(--ink)]" : "text-ink-2 hover:text-ink",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
