import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Browser } from "@/lib/contract/browsers";
import { paths } from "@/lib/paths";
import { modes } from "./browser-columns.tsx";

/** What the API says about a session, in its own words. Fields it leaves out are left out. */
export function SessionDetails({ browser }: { browser: Browser }) {
  const { viewport, profile, persistence } = browser;
  return (
    <section aria-labelledby="session-details">
      <h2 id="session-details" className="mb-2 font-semibold">
        Details
      </h2>
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
        <Fact name="session_id">
          <span className="inline-flex min-w-0 items-center gap-1 font-mono text-label">
            <span className="truncate">{browser.session_id}</span>
            <CopyButton text={browser.session_id} label="Copy session id" />
          </span>
        </Fact>
        <Fact name="created_at">
          <RelativeTime at={browser.created_at} />
        </Fact>
        {browser.deleted_at ? (
          <Fact name="deleted_at">
            <RelativeTime at={browser.deleted_at} />
          </Fact>
        ) : null}
        {browser.timeout_seconds ? (
          <Fact name="timeout_seconds">
            <span className="font-mono text-label">{browser.timeout_seconds}</span>
          </Fact>
        ) : null}
        {viewport ? (
          <Fact name="viewport">
            <span className="font-mono text-label">
              {viewport.width}×{viewport.height}
              {viewport.refresh_rate ? ` @ ${viewport.refresh_rate}` : ""}
            </span>
          </Fact>
        ) : null}
        <Fact name="mode">{modes(browser).join(", ") || "none set"}</Fact>
        {profile ? (
          <Fact name="profile">
            <Link
              className="text-accent hover:underline"
              href={paths.profiles({ find: profile.name ?? profile.id })}
            >
              {profile.name ?? profile.id ?? "unnamed"}
            </Link>
          </Fact>
        ) : null}
        {browser.proxy_id ? (
          <Fact name="proxy_id">
            <Link
              className="font-mono text-label text-accent hover:underline"
              href={paths.proxies({ open: browser.proxy_id })}
            >
              {browser.proxy_id}
            </Link>
          </Fact>
        ) : null}
        {persistence ? <Fact name="persistence">{persistence.id}</Fact> : null}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-mono text-label leading-5 text-ink-3">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </>
  );
}
