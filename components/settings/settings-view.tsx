"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshError } from "@/components/layout/query-error";
import { DataFreshness } from "@/components/ui/data-freshness";
import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { loadPart } from "@/components/ui/load-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";
import { paces } from "@/lib/paces";
import { sessionQueries } from "@/lib/queries/session";
import { Appearance } from "./appearance.tsx";
import { ConnectionDetails, connectionDetails } from "./connection-details.tsx";
import { EvidenceSection } from "./evidence-section.tsx";
import { LoadingDetails } from "./loading-details.tsx";
import { RecorderSection } from "./recorder-section.tsx";
import { Section } from "./section.tsx";
import { settingsViewTexts } from "./setting-messages.ts";

// Tables, below what is seen first.
const SignInsSection = dynamic(
  loadPart(() => import("./sign-ins/sign-ins-section.tsx").then((module) => module.SignInsSection)),
  { ssr: false },
);
const ApiTokensSection = dynamic(
  loadPart(() => import("./api-tokens-section.tsx").then((module) => module.ApiTokensSection)),
  { ssr: false },
);
const AccountsSection = dynamic(
  loadPart(() => import("./accounts/accounts-section.tsx").then((module) => module.AccountsSection)),
  { ssr: false },
);

// Lists every operation, below everything else on this page.
const CapabilityTable = dynamic(
  loadPart(() => import("./capability-table.tsx").then((module) => module.CapabilityTable)),
  { ssr: false, loading: () => <TableSkeleton /> },
);

const signInDetails = [
  settingsViewTexts.signedInAs,
  settingsViewTexts.role,
  settingsViewTexts.signInEnds,
  settingsViewTexts.environment,
].map((name) => ({
  name,
  height: "h-5",
}));

const rowsToCome = Array.from({ length: 24 }, (_, index) => index);

/** Rows as tall as those of the table being loaded. */
function TableSkeleton() {
  return (
    <div aria-busy="true">
      {rowsToCome.map((row) => (
        <div key={row} className="flex h-8 items-center gap-12 border-b border-line px-2.5">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-56" />
          <Skeleton className="h-3 w-72 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}

/** The operator, the API connection and its capabilities, and the appearance. */
export function SettingsView({
  version,
  accountActions,
}: {
  version: string;
  /** What the operator may change of their own account. */
  accountActions: ReactNode;
}) {
  const session = useQuery({ ...sessionQueries.current(), refetchInterval: paces.refresh.figuresMs });
  const connection = useQuery({ ...sessionQueries.connection(), refetchInterval: paces.refresh.figuresMs });
  // The shell reads both, too.
  const hydrated = useHydrated();
  return (
    <Page>
      <PageHeader title={settingsViewTexts.settings} />
      <Section id="you" title={settingsViewTexts.you}>
        {!hydrated || session.data === undefined ? (
          <LoadingDetails query={session} rows={signInDetails} />
        ) : (
          <>
            <RefreshError query={session} />
            <DescriptionList>
              <DescriptionItem name={settingsViewTexts.signedInAs}>
                {session.data.data.operator.username}
              </DescriptionItem>
              <DescriptionItem name={settingsViewTexts.role}>
                {session.data.data.operator.role}
              </DescriptionItem>
              <DescriptionItem name={settingsViewTexts.signInEnds}>
                <RelativeTime at={session.data.data.ends_at_ms} />
              </DescriptionItem>
              <DescriptionItem name={settingsViewTexts.environment}>
                {session.data.data.environment.name}
              </DescriptionItem>
            </DescriptionList>
          </>
        )}
        <div className="flex flex-wrap gap-2">{accountActions}</div>
      </Section>
      <Section id="appearance" title={settingsViewTexts.appearance}>
        <Appearance />
      </Section>
      <Section id="connection" title={settingsViewTexts.connection}>
        {!hydrated || connection.data === undefined ? (
          <LoadingDetails query={connection} rows={connectionDetails} />
        ) : (
          <>
            <RefreshError query={connection} />
            <ConnectionDetails connection={connection.data.data} />
          </>
        )}
      </Section>
      <RecorderSection />
      <EvidenceSection />
      <SignInsSection />
      <AccountsSection />
      <ApiTokensSection />
      <Section
        id="api-operations"
        title={settingsViewTexts.apiOperations}
        info={
          <DataFreshness
            subject={settingsViewTexts.apiOperations}
            readAtMs={hydrated ? connection.data?.observedAtMs : undefined}
            source={settingsViewTexts.apiOperationsSource}
          />
        }
      >
        {connection.data === undefined && connection.error !== null ? null : (
          <CapabilityTable capabilities={connection.data?.data.capabilities} />
        )}
      </Section>
      <Section title={settingsViewTexts.about}>
        <DescriptionList>
          <DescriptionItem name={settingsViewTexts.fleetdeck}>
            <span className="font-mono text-label">{version}</span>
          </DescriptionItem>
        </DescriptionList>
      </Section>
    </Page>
  );
}
