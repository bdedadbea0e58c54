import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AlertBell } from "@/components/alerts/alert-bell";
import { SignedInShell } from "@/components/operators/signed-in-shell";
import { getOperator } from "@/lib/server/auth/require-operator";
import { env } from "@/lib/server/kernel/env";
import { preferencesOf } from "@/lib/server/operators/operator-preferences";

/** Layout of all pages behind the sign-in. Without one it redirects to the sign-in page, which leads back afterwards. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const operator = await getOperator();
  if (operator === undefined || operator.mustChangePassword) {
    const page = operator === undefined ? "/sign-in" : "/sign-in/new-password";
    const wanted = (await headers()).get("x-fleetdeck-path") ?? "/";
    redirect(wanted === "/" ? page : `${page}?callbackUrl=${encodeURIComponent(wanted)}`);
  }
  const { userId, username, role } = operator;
  return (
    <SignedInShell
      accountId={userId}
      operator={{ name: username, role }}
      environment={env().environment}
      preferences={await preferencesOf(operator)}
      bell={<AlertBell />}
    >
      {children}
    </SignedInShell>
  );
}
