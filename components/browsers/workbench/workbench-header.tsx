"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PinButton } from "@/components/inventory/pin-button";
import { PageHeader } from "@/components/layout/page-header";
import { DataFreshness } from "@/components/ui/data-freshness";
import { StaleBadge, StatusBadge } from "@/components/ui/status-badge";
import type { InventoryKind } from "@/lib/bff/inventory";
import type { SessionOrigin } from "@/lib/bff/session-origin";
import type { Browser } from "@/lib/contract/browsers";
import type { Invocation } from "@/lib/contract/invocations";
import { paths } from "@/lib/paths";
import { sessionInvocationQuery, sessionOriginQuery } from "@/lib/queries/session-origin";
import { EndSession } from "./end-session.tsx";
import { SideButtons } from "./side-buttons.tsx";
import type { Sides } from "./workbench-split.tsx";

// After the page: nothing of a session that has just begun is stored yet.
const ExportEvidence = dynamic(
  () => import("../logs/export-evidence.tsx").then(({ ExportEvidence: button }) => button),
  { ssr: false },
);

/** Identity, origin and actions of a session. */
export function WorkbenchHeader({
  id,
  session,
  ended,
  gone,
  isKnown,
  readAtMs,
  stale,
  sides,
  onSides,
}: {
  id: string;
  session: Browser | undefined;
  ended: boolean;
  /** The API returned 404. */
  gone: boolean;
  /** The API or this dashboard's record has it: then it is active or has ended. */
  isKnown: boolean;
  readAtMs: number | undefined;
  stale: string | undefined;
  sides: Sides;
  onSides: (sides: Sides) => void;
}) {
  const links = useSessionLinks(id, session, ended);
  return (
    <div className="border-b border-line px-4 py-2 sm:px-5">
      <PageHeader
        title={<span className="font-mono text-lead">{id}</span>}
        badge={
          <>
            {stale === undefined ? (
              <StatusBadge of="session" status={isKnown ? (ended ? "ended" : "active") : undefined} />
            ) : (
              <StaleBadge />
            )}
            <PinBadge kind="session" id={id} lead={false} className="truncate" />
          </>
        }
        freshness={
          <DataFreshness
            readAtMs={readAtMs}
            stale={stale}
            source={
              links.length === 0
                ? undefined
                : links.map(({ word, link }, index) => (
                    <Fragment key={word}>
                      {index === 0 ? null : " · "}
                      {word} {link}
                    </Fragment>
                  ))
            }
          />
        }
        actions={
          <>
            <SideButtons sides={sides} onSides={onSides} />
            <PinButton kind="session" id={id} name={id} size="md" />
            <ExportEvidence key={id} id={id} ended={ended} />
            {gone ? null : <EndSession id={id} ended={ended} />}
          </>
        }
      />
    </div>
  );
}

/** What a session belongs to and uses, as far as it is answered or recorded. */
function useSessionLinks(id: string, session: Browser | undefined, ended: boolean) {
  const remembered = useQuery(sessionOriginQuery(id));
  const origin = remembered.data?.data;
  // Recorded data cost no API request; the API is queried only for an active session without a recorded
  // invocation.
  const unknown = !remembered.isPending && (origin?.invocation ?? null) === null;
  const found = useQuery({
    ...sessionInvocationQuery(id),
    enabled: session !== undefined && !ended && unknown,
  }).data;
  return linksOf(session, {
    invocation: origin?.invocation ?? found,
    // A session's first answer precedes the record of it; an older API sends no pool.
    pool: session?.pool ?? origin?.pool,
  });
}

const linkClass = "text-accent underline";

function linksOf(
  session: Browser | undefined,
  {
    invocation,
    pool,
  }: {
    invocation: Pick<Invocation, "id" | "action_name" | "version"> | null | undefined;
    pool: Browser["pool"] | SessionOrigin["pool"];
  },
): readonly { readonly word: string; readonly link: ReactNode }[] {
  const { proxy_id, profile, timeout_seconds, deleted_at } = session ?? {};
  const links: { word: string; link: ReactNode }[] = [];
  const add = (word: string, href: string, text: string, of?: { kind: InventoryKind; id: string }) =>
    links.push({
      word,
      link: (
        <>
          <Link className={linkClass} href={href}>
            {text}
          </Link>
          {of === undefined ? null : <PinBadge {...of} />}
        </>
      ),
    });
  if (pool) add("pool", paths.pool(pool.id), pool.name ?? pool.id, { kind: "pool", id: pool.id });
  if (proxy_id) add("proxy", paths.proxies({ open: proxy_id }), proxy_id, { kind: "proxy", id: proxy_id });
  if (profile) {
    const name = profile.name ?? profile.id;
    if (name)
      add("profile", paths.profiles({ find: name }), name, { kind: "profile", id: profile.id ?? name });
  }
  if (invocation) {
    add(
      "invocation",
      paths.invocation(invocation.id),
      [invocation.action_name ?? invocation.id, invocation.version].filter(Boolean).join(" "),
    );
  }
  if (timeout_seconds && !deleted_at) {
    links.push({ word: "ends after", link: `${timeout_seconds} s without a client` });
  }
  return links;
}
