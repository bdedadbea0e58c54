"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type PaletteAction, usePaletteActions } from "@/components/layout/palette-actions";
import { useActReason } from "@/components/layout/use-act-reason";
import { useTimeZone } from "@/components/ui/time-zone";
import { notify } from "@/components/ui/toast";
import { hasRole, type Role } from "@/lib/bff/roles";
import { readFailure } from "@/lib/format/error-message";
import { commonZones } from "@/lib/format/time-zone";
import { paths } from "@/lib/paths";
import { proxyMutations } from "@/lib/queries/proxies";

/** Command-palette actions available on every page. */
export function ShellActions({ role, onSignOut }: { role: Role; onSignOut: () => void }) {
  const signOut: PaletteAction = { id: "sign-out", label: "Sign out", keywords: ["log out"], run: onSignOut };
  const actions = [...useFleetActs(role), ...useOwnSettings(), signOut];
  usePaletteActions(actions.map((action) => ({ ...action, everywhere: true })));
  return null;
}

/** Acts that need no page of their own, and those that a list page offers, which is opened for them. */
function useFleetActs(role: Role): readonly PaletteAction[] {
  const router = useRouter();
  const check = useMutation(proxyMutations.check());
  const checkProxy = async (id: string) => {
    try {
      await check.mutateAsync({ id });
      notify.done("Proxy checked", id);
    } catch (error) {
      notify.failed("Proxy not checked", readFailure(error).message);
    }
  };
  const onPage = (id: string, label: string, page: string, blocked: string | undefined): PaletteAction[] =>
    blocked === undefined ? [{ id, label, leads: true, run: () => router.push(page) }] : [];
  const acts: PaletteAction[] = [
    {
      id: "invoke",
      label: "Invoke action…",
      keywords: ["run", "start", "payload"],
      run: () => router.push(paths.invoke()),
    },
    { id: "check-proxy", label: "Check proxy", takes: "proxy", run: (id) => void checkProxy(id) },
    ...onPage("start-browser", "Start browser…", paths.browsers(), useActReason("createBrowser", "")),
    ...onPage("create-pool", "Create pool…", paths.pools(), useActReason("createPool", "")),
    ...onPage("create-proxy", "Create proxy…", paths.proxies(), useActReason("createProxy", "")),
    ...onPage("create-profile", "Create profile…", paths.profiles(), useActReason("createProfile", "")),
  ];
  return hasRole(role, "operator") ? acts : [];
}

const themes = [
  ["light", "Light"],
  ["dark", "Dark"],
  ["system", "System"],
] as const;

/** The theme and the time zone. */
function useOwnSettings(): readonly PaletteAction[] {
  const { theme = "system", setTheme } = useTheme();
  const { choice, choose } = useTimeZone();
  const zones = [
    ["UTC", "UTC"],
    ["local", "Local"],
    ...commonZones.map((zone) => [zone, zone] as const),
  ] as const;
  return [
    ...themes
      .filter(([name]) => name !== theme)
      .map(([name, label]) => ({
        id: `theme-${name}`,
        label: `Theme: ${label}`,
        run: () => setTheme(name),
      })),
    ...zones
      .filter(([zone]) => zone !== choice)
      .map(([zone, label]) => ({
        id: `zone-${zone}`,
        label: `Time zone: ${label}`,
        run: () => choose(zone),
      })),
  ];
}
