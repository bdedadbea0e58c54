"use client";

import { type ReactNode, useEffect, useState } from "react";
import { PreferencesProvider } from "@/components/ui/preferences";
import { sessionOperations } from "@/lib/bff/operations/session";
import type { Preferences } from "@/lib/bff/preferences";
import { systemClock } from "@/lib/clock";
import { openChannel } from "@/lib/live/page-channel";
import { bff } from "@/lib/queries/bff";
import { PreferenceStore } from "./preference-store.ts";

/** Provides the operator's preferences to every page. Initial values come with the page; changes are
 *  saved. */
export function OperatorPreferences({
  operator,
  stored,
  children,
}: {
  operator: string;
  stored: Preferences;
  children: ReactNode;
}) {
  const [store] = useState(() => new PreferenceStore(operator, stored));
  useEffect(
    () =>
      store.start({
        save: (name, value) =>
          bff.act(sessionOperations.updatePreference, { params: { name }, body: { value } }),
        storage: () => localStorage,
        channel: openChannel(`fleetdeck.preferences.${operator}`),
        later: systemClock.later,
      }),
    [store, operator],
  );
  return <PreferencesProvider value={store}>{children}</PreferencesProvider>;
}
