// The requests of pages as telemetry: each request, its response with the beginning of a text body, its failure, and when
// the network of a page has become idle.
import type { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { loadingFailed, loadingFinished, requestWillBeSent, responseReceived } from "./network-events.ts";
import { type BodyPart, ResponseBodies } from "./response-bodies.ts";
import { boundedHeaders } from "./telemetry-headers.ts";
import {
  boundedUrl,
  type CategoryCapture,
  type EmitTelemetry,
  type OnTargetEvent,
  type TelemetryTarget,
} from "./telemetry-target.ts";

const maxRequests = 1_000;
const maxPostDataBytes = 64 * 1024;
/** How long nothing is in flight before a page's network is idle; published (@onkernel/sdk). */
const idleMs = 500;
/** What Chromium stores for bodies, of a page and of one resource. A larger resource has no body here. */
const bufferBytes = { total: 20 * 1024 * 1024, resource: 2 * 1024 * 1024 };

/** A request in flight. */
interface OpenRequest {
  method: string;
  type: string | undefined;
  /** Frame, loader and address of the request. */
  at: { frame_id?: string; loader_id?: string; url: string };
  response?: z.infer<typeof responseReceived>["response"];
}

export interface NetworkCaptureDeps {
  on: OnTargetEvent;
  emit: EmitTelemetry;
  clock: Clock;
}

export class NetworkCapture implements CategoryCapture {
  readonly #emit: EmitTelemetry;
  readonly #clock: Clock;
  readonly #bodies: ResponseBodies;
  /** By target and request. */
  readonly #open = new Map<TelemetryTarget, Map<string, OpenRequest>>();
  readonly #idleTimers = new Map<TelemetryTarget, () => void>();

  constructor({ on, emit, clock }: NetworkCaptureDeps) {
    this.#emit = emit;
    this.#clock = clock;
    this.#bodies = new ResponseBodies(clock);
    on("Network.requestWillBeSent", requestWillBeSent, (event, target) => this.#sent(event, target));
    on("Network.responseReceived", responseReceived, ({ requestId, response }, target) => {
      const request = this.#open.get(target)?.get(requestId);
      if (request) request.response = response;
    });
    on("Network.loadingFinished", loadingFinished, (event, target) => void this.#finished(event, target));
    on("Network.loadingFailed", loadingFailed, (event, target) => this.#failed(event, target));
  }

  async begin(target: TelemetryTarget): Promise<void> {
    this.#open.set(target, new Map());
    await target.send("Network.enable", {
      maxTotalBufferSize: bufferBytes.total,
      maxResourceBufferSize: bufferBytes.resource,
      maxPostDataSize: maxPostDataBytes,
    });
  }

  end(target: TelemetryTarget): void {
    this.gone(target);
    void target.send("Network.disable");
  }

  gone(target: TelemetryTarget): void {
    this.#open.delete(target);
    this.#idleTimers.get(target)?.();
    this.#idleTimers.delete(target);
  }

  #sent(event: z.infer<typeof requestWillBeSent>, target: TelemetryTarget): void {
    const open = this.#open.get(target);
    if (!open) return;
    const { requestId, request, redirectResponse, type, frameId, loaderId } = event;
    const at = {
      ...(frameId ? { frame_id: frameId } : {}),
      ...(loaderId ? { loader_id: loaderId } : {}),
      url: request.url,
    };
    open.set(requestId, { method: request.method, type, at });
    // A stream of events never finishes; the oldest request is the least likely to.
    const [oldest] = open.keys();
    if (open.size > maxRequests && oldest !== undefined) open.delete(oldest);
    this.#idleTimers.get(target)?.();
    const headers = boundedHeaders(request.headers);
    const truncated = headers.truncated || (request.hasPostData === true && request.postData === undefined);
    this.#emit({
      category: "network",
      type: "network_request",
      source: { kind: "cdp", event: "Network.requestWillBeSent" },
      data: {
        ...target.context(at),
        request_id: requestId,
        ...(type ? { resource_type: type } : {}),
        method: request.method,
        headers: headers.shown,
        ...(request.postData === undefined ? {} : { post_data: request.postData }),
        document_url: boundedUrl(event.documentURL),
        initiator_type: event.initiator.type,
        is_redirect: redirectResponse !== undefined,
        ...(redirectResponse ? { redirect_url: boundedUrl(redirectResponse.url) } : {}),
      },
      ...(truncated ? { truncated: true } : {}),
    });
  }

  async #finished(
    { requestId, encodedDataLength }: z.infer<typeof loadingFinished>,
    target: TelemetryTarget,
  ): Promise<void> {
    const request = this.#close(requestId, target);
    const { response } = request ?? {};
    if (!request || !response) return;
    const context = target.context(request.at);
    const body: BodyPart =
      encodedDataLength > bufferBytes.resource
        ? { truncated: true }
        : await this.#bodies.read(target, requestId, response.mimeType);
    const headers = boundedHeaders(response.headers);
    this.#emit({
      category: "network",
      type: "network_response",
      source: { kind: "cdp", event: "Network.loadingFinished" },
      data: {
        ...context,
        request_id: requestId,
        ...(request.type ? { resource_type: request.type } : {}),
        method: request.method,
        status: response.status,
        status_text: response.statusText,
        headers: headers.shown,
        mime_type: response.mimeType,
        ...(body.text === undefined ? {} : { body: body.text }),
      },
      ...(headers.truncated || body.truncated ? { truncated: true } : {}),
    });
  }

  #failed(event: z.infer<typeof loadingFailed>, target: TelemetryTarget): void {
    if (!this.#open.has(target)) return;
    const request = this.#close(event.requestId, target);
    const { target_id, target_type, session_id, nav_seq } = target.context();
    this.#emit({
      category: "network",
      type: "network_loading_failed",
      source: { kind: "cdp", event: "Network.loadingFailed" },
      data: {
        // Nothing but its failure is known of a request from before the capture.
        ...(request
          ? { ...target.context(request.at), resource_type: event.type }
          : { target_id, target_type, session_id, nav_seq }),
        request_id: event.requestId,
        error_text: event.errorText,
        canceled: event.canceled ?? false,
      },
    });
  }

  /** Removes a request that is over; when it was the last one, its page is idle after a while. */
  #close(requestId: string, target: TelemetryTarget): OpenRequest | undefined {
    const open = this.#open.get(target);
    const request = open?.get(requestId);
    if (!open?.delete(requestId) || open.size > 0) return request;
    this.#idleTimers.get(target)?.();
    const idle = () => {
      this.#idleTimers.delete(target);
      const source = { kind: "cdp", event: "Network.loadingFinished" } as const;
      this.#emit({ category: "network", type: "network_idle", source, data: target.context() });
    };
    this.#idleTimers.set(target, this.#clock.later(idleMs, idle));
    return request;
  }
}
