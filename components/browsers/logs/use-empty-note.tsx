"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { loadPart } from "@/components/ui/load-part";
import type { TelemetryView } from "@/lib/bff/telemetry-view";
import type { Browser } from "@/lib/contract/browsers";
import { telemetryCategories } from "@/lib/contract/telemetry";
import { browserQueries, hasEnded } from "@/lib/queries/browsers";
import { storedLogQueries } from "@/lib/queries/stored-logs";
import { emptyNoteTexts } from "./stored-log-messages.ts";

const CaptureNote = dynamic(
  loadPart(() => import("./capture-note.tsx").then((module) => module.CaptureNote)),
  { ssr: false },
);

const nouns = {
  network: emptyNoteTexts.networkEvents,
  console: emptyNoteTexts.consoleMessages,
  activity: "activity",
} as const satisfies Record<TelemetryView, string>;

/** Why a log or a view of telemetry has nothing to show; undefined of a log that may have lines later. `page`: the session
 *  whose page has the pane, and lists its stored logs. */
export function useEmptyNote(sessionId: string, page: string, view: TelemetryView | undefined): ReactNode {
  const query = useQuery(browserQueries.detail(sessionId));
  const isEnded = hasEnded(query);
  const stored = useQuery({ ...storedLogQueries.ofSession(sessionId), enabled: isEnded });
  if (view !== undefined) return emptyNote(view, isEnded ? undefined : query.data?.data);
  if (!isEnded) return undefined;
  const isListed = sessionId === page && (stored.data?.items.length ?? 0) > 0;
  return emptyNoteTexts.noLinesStored(isListed);
}

/** `session`: undefined if it has ended or is not known any more. */
function emptyNote(view: TelemetryView, session: Browser | undefined): ReactNode {
  if (session === undefined) return emptyNoteTexts.thisBrowserCapturedNo(nouns[view]);
  return isCaptured(view, session) ? (
    emptyNoteTexts.noYet(nouns[view])
  ) : (
    <CaptureNote session={session} view={view} noun={nouns[view]} />
  );
}

function isCaptured(view: TelemetryView, { telemetry }: Browser): boolean {
  const categories = telemetry?.browser ?? {};
  if (view !== "activity") return categories[view]?.enabled === true;
  return telemetryCategories.some((category) => categories[category]?.enabled === true);
}
