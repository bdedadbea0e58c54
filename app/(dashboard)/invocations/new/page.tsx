import type { Metadata } from "next";
import { InvokeView } from "@/components/invocations/invoke/invoke-view";

export const metadata: Metadata = { title: "Invoke" };

export default function InvokePage() {
  return <InvokeView />;
}
