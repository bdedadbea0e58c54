import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AlertBell } from "@/components/alerts/alert-bell";
import { SignedInShell } from "@/components/session/signed-in-shell";
import { getOperator } from "@/lib/server/access/front-door";
import { preferencesOf } from "@/lib/server/access/operator-preferences";
import { env } from "@/lib/server/env";

/** The one door of all pages: whoever is not signed in goes to sign-in and comes back after it. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const operator = await getOperator();
  if (operator === undefined) {
    const wanted = (await headers()).get("x-fleetdeck-path") ?? "/";
    redirect(wanted === "/" ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(wanted)}`);
  }
  const { username, role } = operator;
  return (
    <SignedInShell
      operator={{ name: username, role }}
      environment={env().environment}
      preferences={await preferencesOf(operator)}
      bell={<AlertBell />}
    >
      {children}
    </SignedInShell>
  );
}
