"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { checkProxy } from "@/components/inventory/check-proxy";
import { type PaletteAction, usePaletteActions } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { useTimeZone } from "@/components/ui/time-zone";
import { notify } from "@/components/ui/toast";
import { hasRole, type Role } from "@/lib/bff/roles";
import { commonZones } from "@/lib/format/time-zone";
import { paths } from "@/lib/paths";
import { shellActionsTexts } from "./operator-on-demand-messages.ts";

/** Command-palette actions available on every page. */
export function ShellActions({ role, onSignOut }: { role: Role; onSignOut: () => void }) {
  const signOut: PaletteAction = {
    id: "sign-out",
    label: shellActionsTexts.signOut,
    keywords: [shellActionsTexts.logOut],
    run: onSignOut,
  };
  const actions = [...useFleetActs(role), ...useOwnSettings(), signOut];
  usePaletteActions(actions.map((action) => ({ ...action, everywhere: true })));
  return null;
}

/** Acts that need no page of their own, and those that a list page offers, which is opened for them. */
function useFleetActs(role: Role): readonly PaletteAction[] {
  const router = useRouter();
  const client = useQueryClient();
  const onPage = (id: string, label: string, page: string, blocked?: string): PaletteAction[] =>
    blocked === undefined ? [{ id, label, leads: page, run: () => router.push(page) }] : [];
  const acts: PaletteAction[] = [
    {
      id: "invoke",
      label: shellActionsTexts.invokeAction,
      keywords: ["run", "start", "payload"],
      run: () => router.push(paths.invoke()),
    },
    {
      id: "check-proxy",
      label: shellActionsTexts.checkProxy,
      takes: "proxy",
      run: (id) =>
        void checkProxy(client, id).catch((error: unknown) =>
          notify.notDone(shellActionsTexts.proxyNotChecked, error),
        ),
    },
    ...onPage(
      "start-browser",
      shellActionsTexts.startBrowser,
      paths.browsers(),
      useActReason("createBrowser", ""),
    ),
    ...onPage("new-alert-rule", shellActionsTexts.newAlertRule, paths.alerts()),
    ...onPage("create-pool", shellActionsTexts.createPool, paths.pools(), useActReason("createPool", "")),
    ...onPage(
      "create-proxy",
      shellActionsTexts.createProxy,
      paths.proxies(),
      useActReason("createProxy", ""),
    ),
    ...onPage(
      "create-profile",
      shellActionsTexts.createProfile,
      paths.profiles(),
      useActReason("createProfile", ""),
    ),
  ];
  return hasRole(role, "operator") ? acts : [];
}

const themes = [
  ["light", shellActionsTexts.light],
  ["dark", shellActionsTexts.dark],
  ["system", shellActionsTexts.system],
] as const;

/** The theme and the time zone. */
function useOwnSettings(): readonly PaletteAction[] {
  const { theme = "system", setTheme } = useTheme();
  const { choice, choose } = useTimeZone();
  const zones = [
    ["UTC", "UTC"],
    ["local", shellActionsTexts.local],
    ...commonZones.map((zone) => [zone, zone] as const),
  ] as const;
  return [
    ...themes
      .filter(([name]) => name !== theme)
      .map(([name, label]) => ({
        id: `theme-${name}`,
        label: shellActionsTexts.theme(label),
        run: () => setTheme(name),
      })),
    ...zones
      .filter(([zone]) => zone !== choice)
      .map(([zone, label]) => ({
        id: `zone-${zone}`,
        label: shellActionsTexts.timeZone(label),
        run: () => choose(zone),
      })),
  ];
}
