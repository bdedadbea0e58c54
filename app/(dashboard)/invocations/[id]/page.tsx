import type { Metadata } from "next";
import { Suspense } from "react";
import { InvocationView } from "@/components/invocations/detail/invocation-view";
import { tabTitle } from "@/components/layout/tab-title";

type Props = { params: Promise<{ id: string }> };

/** The id in the title distinguishes several tabs. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: tabTitle("Invocation", id) };
}

export default async function InvocationPage({ params }: Props) {
  const { id } = await params;
  return (
    <Suspense>
      <InvocationView id={decodeURIComponent(id)} />
    </Suspense>
  );
}
