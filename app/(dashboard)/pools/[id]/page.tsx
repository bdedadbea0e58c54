import type { Metadata } from "next";
import { tabTitle } from "@/components/layout/tab-title";
import { PoolView } from "@/components/pools/detail/pool-view";
import { pageTitles } from "../../../page-messages.ts";

type Props = { params: Promise<{ id: string }> };

/** The id or name in the title distinguishes several tabs. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: tabTitle(pageTitles.pool, id) };
}

export default async function PoolPage({ params }: Props) {
  const { id } = await params;
  return <PoolView idOrName={decodeURIComponent(id)} />;
}
