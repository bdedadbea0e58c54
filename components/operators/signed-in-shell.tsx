"use client";

import { replaceEqualDeep } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ComponentProps, memo, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { LiveConnection, useLiveClient, useLiveStatus } from "@/components/layout/live-connection";
import { removeDrafts } from "@/components/ui/remove-drafts";
import { notify } from "@/components/ui/toast";
import { without } from "@/components/ui/without";
import { WatchedInvocationsProvider } from "@/components/watched-invocations/watched-invocations-provider";
import type { Preferences } from "@/lib/bff/preferences";
import { beginHydration, endHydration } from "@/lib/live/page-hydration";
import { setPageOperator } from "@/lib/queries/page-headers";
import { leaveSignedOut } from "@/lib/queries/sign-in-again";
import { endSignIn } from "@/lib/queries/sign-out";
import { signedInShellTexts } from "./operator-messages.ts";
import { OperatorPreferences } from "./operator-preferences.tsx";
import { ProofRequests } from "./proof-requests.tsx";
import type { ShellFigures as Figures } from "./shell-figures.tsx";
import { SignInRequests } from "./sign-in-requests.tsx";

// The figures import the queries of every noun: their code loads after the page.
const ShellFigures = dynamic(
  () => import("./shell-figures.tsx").then((module) => module.ShellFigures, without),
  {
    ssr: false,
  },
);
const ShellActions = dynamic(
  () => import("./shell-actions.tsx").then((module) => module.ShellActions, without),
  { ssr: false },
);
/** Every frame of the live stream draws the shell, but not these. */
const SteadyActions = memo(ShellActions);
const noFigures: Figures = { counts: {}, recorder: undefined };

type ShellProps = ComponentProps<typeof AppShell>;

/** The shell with sign-out: the sign-in ends on the server first, then the browser leaves the page. */
export function SignedInShell(props: {
  /** Id of the operator's account. */
  accountId: string;
  operator: ShellProps["operator"];
  environment: ShellProps["environment"];
  preferences: Preferences;
  bell: ReactNode;
  children: ReactNode;
}) {
  const { accountId, preferences, ...shell } = props;
  useState(beginHydration);
  useState(() => setPageOperator(accountId));
  return (
    <OperatorPreferences operator={shell.operator.name} stored={preferences}>
      <LiveConnection>
        <WatchedInvocationsProvider operator={shell.operator.name}>
          <LiveShell {...shell} />
        </WatchedInvocationsProvider>
      </LiveConnection>
    </OperatorPreferences>
  );
}

/** A full page load follows: no data of this operator stays in memory. */
async function leave(): Promise<void> {
  try {
    await leaveSignedOut(async () => {
      await endSignIn();
      removeDrafts();
    });
  } catch (error) {
    notify.notDone(signedInShellTexts.notSignedOut, error);
  }
}

const signOut = () => void leave();

function LiveShell({
  operator,
  environment,
  bell,
  children,
}: {
  operator: ShellProps["operator"];
  environment: ShellProps["environment"];
  bell: ReactNode;
  children: ReactNode;
}) {
  const [figures, setFigures] = useState(noFigures);
  // Most polls find the same figures: the shell is not drawn for them.
  const showFigures = useCallback(
    (found: Figures) => setFigures((before) => replaceEqualDeep(before, found)),
    [],
  );
  const live = useLiveStatus();
  const client = useLiveClient();
  const reconnect = useCallback(() => client.hurry(), [client]);
  return (
    <AppShell
      operator={operator}
      environment={environment}
      counts={figures.counts}
      live={live}
      recorder={figures.recorder}
      bell={bell}
      onSignOut={signOut}
    >
      <SteadyActions role={operator.role} onSignOut={signOut} />
      <ProofRequests />
      <SignInRequests username={operator.name} onSignedIn={reconnect} />
      <ShellFigures onChange={showFigures} />
      {/* Hydrated after the shell, which is of use before. */}
      <Suspense>
        {children}
        <HydrationEnd />
      </Suspense>
    </AppShell>
  );
}

/** Stands with the page, and lets what waited for its hydration begin. */
function HydrationEnd() {
  useEffect(endHydration, []);
  return null;
}
