import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Browser } from "@/lib/contract/browsers";
import { paths } from "@/lib/paths";
import { modes } from "../list/browser-columns.tsx";

/** The fields of a session by the API's names. Missing fields are left out. */
export function SessionDetails({ browser }: { browser: Browser }) {
  const { viewport, profile, persistence } = browser;
  return (
    <section aria-labelledby="session-details">
      <h2 id="session-details" className="mb-2 font-semibold">
        Details
      </h2>
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
        <DescriptionItem name="session_id">
          <span className="inline-flex min-w-0 items-center gap-1 font-mono text-label">
            <span className="truncate">{browser.session_id}</span>
            <CopyButton text={browser.session_id} label="Copy session id" />
          </span>
        </DescriptionItem>
        <DescriptionItem name="created_at">
          <RelativeTime at={browser.created_at} />
        </DescriptionItem>
        {browser.deleted_at ? (
          <DescriptionItem name="deleted_at">
            <RelativeTime at={browser.deleted_at} />
          </DescriptionItem>
        ) : null}
        {browser.timeout_seconds ? (
          <DescriptionItem name="timeout_seconds">
            <span className="font-mono text-label">{browser.timeout_seconds}</span>
          </DescriptionItem>
        ) : null}
        {viewport ? (
          <DescriptionItem name="viewport">
            <span className="font-mono text-label">
              {viewport.width}×{viewport.height}
              {viewport.refresh_rate ? ` @ ${viewport.refresh_rate}` : ""}
            </span>
          </DescriptionItem>
        ) : null}
        <DescriptionItem name="mode">{modes(browser).join(", ") || "none set"}</DescriptionItem>
        {profile ? (
          <DescriptionItem name="profile">
            <Link
              className="text-accent hover:underline"
              href={paths.profiles({ find: profile.name ?? profile.id })}
            >
              {profile.name ?? profile.id ?? "unnamed"}
            </Link>
          </DescriptionItem>
        ) : null}
        {browser.proxy_id ? (
          <DescriptionItem name="proxy_id">
            <Link
              className="font-mono text-label text-accent hover:underline"
              href={paths.proxies({ open: browser.proxy_id })}
            >
              {browser.proxy_id}
            </Link>
          </DescriptionItem>
        ) : null}
        {persistence ? <DescriptionItem name="persistence">{persistence.id}</DescriptionItem> : null}
      </dl>
    </section>
  );
}

function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-mono text-label leading-5 text-ink-3">{name}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </>
  );
}
