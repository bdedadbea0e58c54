"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useState } from "react";
import { removeDrafts } from "@/components/form/stored-draft";
import { AppShell } from "@/components/layout/app-shell";
import { LiveConnection, useLiveStatus } from "@/components/layout/live-connection";
import { type PaletteAction, usePaletteActions } from "@/components/layout/palette-actions";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { notify } from "@/components/ui/toast";
import { without } from "@/components/ui/without";
import { WatchedInvocationsProvider } from "@/components/watched-invocations/watched-invocations-provider";
import { sessionOperations } from "@/lib/bff/operations/session";
import type { Preferences } from "@/lib/bff/preferences";
import { readFailure } from "@/lib/format/error-message";
import { paths } from "@/lib/paths";
import { BffError, bff } from "@/lib/queries/bff";
import { proxyMutations } from "@/lib/queries/proxies";
import { OperatorPreferences } from "./operator-preferences.tsx";
import { ProofRequests } from "./proof-requests.tsx";
import type { ShellFigures as Figures } from "./shell-figures.tsx";

// The figures import the queries of every noun: their code loads after the page.
const ShellFigures = dynamic(
  () => import("./shell-figures.tsx").then((module) => module.ShellFigures, without),
  {
    ssr: false,
  },
);
const noFigures: Figures = { counts: {}, recorder: undefined };

type ShellProps = ComponentProps<typeof AppShell>;

/** The shell with sign-out: the sign-in ends on the server first, then the browser leaves the page. */
export function SignedInShell(props: {
  operator: ShellProps["operator"];
  environment: ShellProps["environment"];
  preferences: Preferences;
  bell: ReactNode;
  children: ReactNode;
}) {
  const { preferences, ...shell } = props;
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
  const live = useLiveStatus();
  const leave = async () => {
    try {
      await bff.act(sessionOperations.signOut, {});
    } catch (error) {
      // 401: the sign-in has already ended.
      if (!(error instanceof BffError && error.status === 401)) {
        notify.failed(
          "Sign-out failed: this session is still open",
          error instanceof Error ? error.message : undefined,
        );
        return;
      }
    }
    removeDrafts();
    // A full page load: no data of this operator stays in memory.
    window.location.assign("/sign-in");
  };
  return (
    <AppShell
      operator={operator}
      environment={environment}
      counts={figures.counts}
      live={live}
      recorder={figures.recorder}
      bell={bell}
      onSignOut={() => void leave()}
    >
      <ShellActions />
      <ProofRequests />
      <ShellFigures onChange={setFigures} />
      {children}
    </AppShell>
  );
}

/** Command-palette actions available on every page. */
function ShellActions() {
  const router = useRouter();
  const mayAct = useRoleReason("operator") === undefined;
  const check = useMutation(proxyMutations.check());
  const checkProxy = async (id: string) => {
    try {
      await check.mutateAsync({ id });
      notify.done("Proxy checked", id);
    } catch (error) {
      notify.failed("The proxy was not checked", readFailure(error).message);
    }
  };
  const acts: PaletteAction[] = [
    {
      id: "invoke",
      label: "Invoke an action…",
      keywords: ["run", "start", "payload"],
      run: () => router.push(paths.invoke()),
    },
    { id: "check-proxy", label: "Check proxy", takes: "proxy", run: (id) => void checkProxy(id) },
  ];
  usePaletteActions(mayAct ? acts : []);
  return null;
}
