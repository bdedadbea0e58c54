"use client";

import { useQuery } from "@tanstack/react-query";
import type { TelemetryView } from "@/lib/bff/telemetry-view";
import type { Browser } from "@/lib/contract/browsers";
import { telemetryCategories } from "@/lib/contract/telemetry";
import { browserQueries } from "@/lib/queries/browsers";
import { emptyNoteTexts } from "./stored-log-messages.ts";

const nouns = {
  network: emptyNoteTexts.networkEvents,
  console: emptyNoteTexts.consoleMessages,
  activity: "activity",
} as const satisfies Record<TelemetryView, string>;

/** Why a view of telemetry has nothing to show; undefined without a view. */
export function useEmptyNote(sessionId: string, view: TelemetryView | undefined): string | undefined {
  const { data } = useQuery({ ...browserQueries.detail(sessionId), enabled: view !== undefined });
  return view && emptyNote(view, data?.data);
}

/** `session`: undefined if it is not known any more. */
function emptyNote(view: TelemetryView, session: Browser | undefined): string {
  if (session === undefined || session.deleted_at) return emptyNoteTexts.thisBrowserCapturedNo(nouns[view]);
  return isCaptured(view, session)
    ? emptyNoteTexts.noYet(nouns[view])
    : emptyNoteTexts.browserCapturesNoTurnTelemetryWhen(nouns[view], settingOf(view));
}

function isCaptured(view: TelemetryView, { telemetry }: Browser): boolean {
  const categories = telemetry?.browser ?? {};
  if (view !== "activity") return categories[view]?.enabled === true;
  return telemetryCategories.some((category) => categories[category]?.enabled === true);
}

const settingOf = (view: TelemetryView) =>
  view === "activity" ? "telemetry.enabled" : `telemetry.browser.${view}`;
