import Link from "next/link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyableId } from "@/components/ui/description-list";
import { paths } from "@/lib/paths";

/** The browsers acquired on this page: cleared when the page is left; they remain listed under Browsers. */
export function PoolLeases({
  sessionIds,
  onRelease,
}: {
  sessionIds: readonly string[];
  onRelease: (sessionId: string) => void;
}) {
  if (sessionIds.length === 0) return null;
  return (
    <section
      aria-label="Acquired here"
      className="grid gap-1 rounded-md border border-line bg-raised px-3 py-2"
    >
      <p className="text-label text-ink-3">Acquired on this page</p>
      <ul className="grid gap-1">
        {sessionIds.map((id) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1">
              <CopyableId id={id} what="session id" />
            </span>
            <Link href={paths.browser(id)} className={buttonClass()}>
              Open workbench
            </Link>
            <Button onClick={() => onRelease(id)}>Release…</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
