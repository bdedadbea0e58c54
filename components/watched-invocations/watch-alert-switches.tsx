"use client";

import { useState } from "react";
import { Switch } from "@/components/ui/switch";
import { type NotifyState, notifyState, playTones, readySound, requestNotifications } from "./alerts.ts";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { watchAlertSwitchesTexts } from "./watched-invocation-messages.ts";

const refusals = {
  denied: watchAlertSwitchesTexts.notificationsBlocked,
  unsupported: watchAlertSwitchesTexts.notificationsUnsupported,
  default: watchAlertSwitchesTexts.notificationsNotAllowed,
} as const satisfies Record<Exclude<NotifyState, "granted">, string>;

/** Enables sound and notification for the end of an invocation; off by default. */
export function WatchAlertSwitches() {
  const store = useWatchStore();
  const { sound, notify } = useWatchList();
  const [permission, setPermission] = useState(notifyState);
  const [requested, setRequested] = useState(false);

  const switchSound = (on: boolean) => {
    store.change((list) => ({ ...list, sound: on }));
    if (on) void readySound().then(() => playTones("up"));
  };
  const switchNotify = async (on: boolean) => {
    const answer = on ? await requestNotifications() : permission;
    setRequested(on);
    setPermission(answer);
    store.change((list) => ({ ...list, notify: on && answer === "granted" }));
  };
  const refused = permission !== "granted" && (requested || notify) ? refusals[permission] : undefined;
  return (
    <div className="grid gap-1.5 border-t border-line px-3 py-2 text-label">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Switch label={watchAlertSwitchesTexts.sound} checked={sound} onCheckedChange={switchSound} />
        <Switch
          label={watchAlertSwitchesTexts.notification}
          checked={notify && permission === "granted"}
          onCheckedChange={(on) => void switchNotify(on)}
        />
      </div>
      <p role="status" className="text-warn empty:hidden">
        {refused}
      </p>
    </div>
  );
}
