import clsx from "clsx";
import Link from "next/link";
import { paths } from "@/lib/paths";

const tabs = [
  { key: "invocations", href: paths.invocations(), label: "Invocations" },
  { key: "insight", href: paths.insight(), label: "Insight" },
] as const;

/** Links to the two invocation pages. */
export function InvocationTabs({ current }: { current: (typeof tabs)[number]["key"] }) {
  return (
    <nav aria-label="Invocations" className="flex gap-0.5 border-b border-line">
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
  );
}
