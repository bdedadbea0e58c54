"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { Fact, Facts } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { TruthLine } from "@/components/ui/truth-line";
import { paces } from "@/lib/paces";
import { sessionQueries } from "@/lib/queries/session";
import { Appearance } from "./appearance.tsx";
import { ConnectionFacts, connectionFacts } from "./connection-facts.tsx";
import { LoadingFacts } from "./loading-facts.tsx";
import { RecorderSection } from "./recorder-section.tsx";
import { Section } from "./section.tsx";

// It lists every operation there is, below everything else of this page.
const CapabilityTable = dynamic(
  () => import("./capability-table.tsx").then((module) => module.CapabilityTable),
  { ssr: false, loading: () => <TableToCome /> },
);

const sessionFacts = ["Signed in as", "Role", "Session ends", "Environment"].map((name) => ({
  name,
  height: "h-5",
}));

const rowsToCome = Array.from({ length: 24 }, (_, index) => index);

/** Rows as tall as those of the table that is being fetched. */
function TableToCome() {
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

/** Who is at the screen, which API stands behind it and what it can do, and how things look. */
export function SettingsView({ version }: { version: string }) {
  const session = useQuery({ ...sessionQueries.current(), refetchInterval: paces.refresh.figuresMs });
  const connection = useQuery({ ...sessionQueries.connection(), refetchInterval: paces.refresh.figuresMs });
  return (
    <Page>
      <PageHeader title="Settings" />
      <Section title="You">
        {session.data === undefined ? (
          <LoadingFacts query={session} facts={sessionFacts} />
        ) : (
          <Facts>
            <Fact name="Signed in as">{session.data.data.operator.username}</Fact>
            <Fact name="Role">{session.data.data.operator.role}</Fact>
            <Fact name="Session ends">
              <RelativeTime at={session.data.data.ends_at_ms} />
            </Fact>
            <Fact name="Environment">{session.data.data.environment.name}</Fact>
          </Facts>
        )}
      </Section>
      <Section title="Appearance">
        <Appearance />
      </Section>
      <Section title="Connection">
        {connection.data === undefined ? (
          <LoadingFacts query={connection} facts={connectionFacts} />
        ) : (
          <ConnectionFacts connection={connection.data.data} />
        )}
      </Section>
      <RecorderSection />
      <Section title="What this API can do">
        <TruthLine
          readAtMs={connection.data?.observedAtMs}
          source="learned from calls that were made, none is made to find out"
          completeness="an absent operation is tried again after 5 min"
        />
        {connection.data === undefined && connection.error !== null ? null : (
          <CapabilityTable capabilities={connection.data?.data.capabilities} />
        )}
      </Section>
      <Section title="About">
        <Facts>
          <Fact name="Fleetdeck">
            <span className="font-mono text-label">{version}</span>
          </Fact>
        </Facts>
      </Section>
    </Page>
  );
}
