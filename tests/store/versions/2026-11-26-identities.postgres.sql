SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.audit_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op = 'DELETE' and old.seq <= coalesce((select seq from audit_anchor where id = 1), 0) then
        return old;
      end if;
      raise exception 'audit is append-only';
    end $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.acts (
    request_id text NOT NULL,
    user_id text,
    idempotency_key text,
    fingerprint text,
    expires_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    reply text
);
CREATE TABLE public.alert_attempts (
    delivery_id text NOT NULL,
    number integer NOT NULL,
    at_ms bigint NOT NULL,
    status integer,
    ms integer NOT NULL,
    error text
);
CREATE TABLE public.alert_deliveries (
    id text NOT NULL,
    webhook_id text NOT NULL,
    alert_id text,
    event text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    created_at_ms bigint NOT NULL,
    next_at_ms bigint NOT NULL,
    attempts integer NOT NULL,
    state text NOT NULL,
    done_at_ms bigint
);
CREATE TABLE public.alert_mutes (
    rule_id text NOT NULL,
    subject text NOT NULL,
    until_ms bigint NOT NULL,
    by text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE public.alert_rules (
    id text NOT NULL,
    name text NOT NULL,
    signal text NOT NULL,
    for_ms bigint NOT NULL,
    clear_ms bigint NOT NULL,
    remind_ms bigint NOT NULL,
    enabled integer NOT NULL,
    webhooks text NOT NULL,
    created_by text NOT NULL,
    created_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL
);
CREATE TABLE public.alert_states (
    rule_id text NOT NULL,
    subject text NOT NULL,
    label text NOT NULL,
    state text NOT NULL,
    known integer NOT NULL,
    message text NOT NULL,
    bad_ms bigint NOT NULL,
    clear_ms bigint NOT NULL,
    quiet_ms bigint NOT NULL,
    notified integer NOT NULL,
    alert_id text,
    unknown_since_ms bigint
);
CREATE TABLE public.alerts (
    id text NOT NULL,
    rule_id text NOT NULL,
    rule_name text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    label text NOT NULL,
    fired_at_ms bigint NOT NULL,
    resolved_at_ms bigint,
    resolved_why text,
    fired_message text NOT NULL,
    message text NOT NULL,
    closed_by text,
    closed_note text
);
CREATE TABLE public.annotations (
    id text NOT NULL,
    at_ms bigint NOT NULL,
    note text NOT NULL,
    user_id text NOT NULL,
    created_at_ms bigint NOT NULL
);
CREATE TABLE public.api_tokens (
    id text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL,
    role text NOT NULL,
    created_by text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    last_used_at_ms bigint
);
CREATE TABLE public.audit (
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    actor text NOT NULL,
    role text NOT NULL,
    ip text NOT NULL,
    request_id text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    phase text NOT NULL,
    status integer,
    code text,
    reason text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    count integer DEFAULT 1 NOT NULL
);
CREATE TABLE public.audit_anchor (
    id integer NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL,
    at_ms bigint NOT NULL,
    signature text NOT NULL
);
CREATE TABLE public.evidence_settings (
    id integer NOT NULL,
    value text NOT NULL,
    set_by text NOT NULL,
    set_at_ms bigint NOT NULL
);
CREATE TABLE public.failure_groups (
    key text NOT NULL,
    state text NOT NULL,
    by text NOT NULL,
    at_ms bigint NOT NULL,
    until_ms bigint,
    versions text NOT NULL,
    note text NOT NULL
);
CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id text NOT NULL,
    created_at_ms bigint NOT NULL
);
CREATE TABLE public.invocation_rollups (
    width_ms bigint NOT NULL,
    bucket_ms bigint NOT NULL,
    app_name text NOT NULL,
    action_name text NOT NULL,
    version text NOT NULL,
    queued integer NOT NULL,
    running integer NOT NULL,
    succeeded integer NOT NULL,
    failed integer NOT NULL,
    other integer NOT NULL,
    durations text NOT NULL
);
CREATE TABLE public.invocation_sessions (
    invocation_id text NOT NULL,
    session_id text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE public.invocations (
    id text NOT NULL,
    app_name text NOT NULL,
    action_name text NOT NULL,
    version text NOT NULL,
    status text NOT NULL,
    started_at_ms bigint NOT NULL,
    finished_at_ms bigint,
    duration_ms bigint,
    reason text,
    reason_key text,
    payload_head text,
    output_head text,
    open integer NOT NULL,
    first_seen_ms bigint NOT NULL,
    checked_at_ms bigint NOT NULL,
    sessions_at_ms bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.leases (
    name text NOT NULL,
    holder text NOT NULL,
    term bigint NOT NULL,
    expires_at_ms bigint NOT NULL
);
CREATE TABLE public.log_gaps (
    session_id text NOT NULL,
    source text NOT NULL,
    log text NOT NULL,
    from_ms bigint,
    to_ms bigint NOT NULL,
    reason text NOT NULL,
    lines bigint
);
CREATE TABLE public.login_attempts (
    subject text NOT NULL,
    failures integer NOT NULL,
    first_at_ms bigint NOT NULL,
    locked_until_ms bigint NOT NULL,
    locks integer NOT NULL,
    known integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.pictures (
    id text NOT NULL,
    session_id text NOT NULL,
    at_ms bigint NOT NULL,
    reason text NOT NULL,
    url text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    data bytea NOT NULL
);
CREATE TABLE public.pool_rates (
    pool_id text NOT NULL,
    fill_per_minute double precision NOT NULL,
    set_by text NOT NULL,
    set_at_ms bigint NOT NULL
);
CREATE TABLE public.pool_samples (
    pool_id text NOT NULL,
    at_ms bigint NOT NULL,
    available integer,
    acquired integer,
    size integer
);
CREATE TABLE public.pool_samples_5m (
    pool_id text NOT NULL,
    at_ms bigint NOT NULL,
    samples integer NOT NULL,
    unanswered integer NOT NULL,
    available integer,
    available_min integer,
    acquired integer,
    acquired_max integer,
    size integer
);
CREATE TABLE public.preferences (
    user_id text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    updated_at_ms bigint NOT NULL
);
CREATE TABLE public.process_samples (
    session_id text NOT NULL,
    process_id text NOT NULL,
    at_ms bigint NOT NULL,
    cpu_pct double precision,
    mem_bytes bigint
);
CREATE TABLE public.process_samples_5m (
    session_id text NOT NULL,
    process_id text NOT NULL,
    at_ms bigint NOT NULL,
    first_ms bigint NOT NULL,
    last_ms bigint NOT NULL,
    samples integer NOT NULL,
    cpu_samples integer NOT NULL,
    cpu_mean double precision,
    cpu_max double precision,
    mem_max bigint
);
CREATE TABLE public.proxy_checks (
    proxy_id text NOT NULL,
    at_ms bigint NOT NULL,
    status text NOT NULL,
    latency_ms integer,
    ip text,
    source text DEFAULT 'operator'::text NOT NULL
);
CREATE TABLE public.proxy_schedule (
    id integer NOT NULL,
    enabled integer NOT NULL,
    every_ms bigint NOT NULL,
    per_hour integer NOT NULL,
    set_by text NOT NULL,
    set_at_ms bigint NOT NULL
);
CREATE TABLE public.recorder_checkpoints (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.recorder_gaps (
    list text NOT NULL,
    from_ms bigint NOT NULL,
    to_ms bigint,
    why text NOT NULL,
    filled integer NOT NULL
);
CREATE TABLE public.resource_links (
    from_kind text NOT NULL,
    from_id text NOT NULL,
    to_kind text NOT NULL,
    to_id text NOT NULL,
    first_seen_ms bigint NOT NULL,
    last_seen_ms bigint NOT NULL
);
CREATE TABLE public.resources (
    kind text NOT NULL,
    id text NOT NULL,
    name text,
    source text NOT NULL,
    details text NOT NULL,
    first_seen_ms bigint NOT NULL,
    last_seen_ms bigint NOT NULL,
    ended_at_ms bigint,
    label text,
    pinned_by text,
    created_at_ms bigint
);
CREATE TABLE public.sign_ins (
    sid text NOT NULL,
    user_id text NOT NULL,
    created_at_ms bigint NOT NULL,
    seen_at_ms bigint NOT NULL,
    revoked_at_ms bigint,
    ip text NOT NULL,
    user_agent text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    previous_key text,
    rotated_at_ms bigint DEFAULT 0 NOT NULL,
    confirmed_at_ms bigint,
    proved_at_ms bigint
);
CREATE TABLE public.stored_log_chunks (
    log_id bigint NOT NULL,
    first_line bigint NOT NULL,
    number integer NOT NULL,
    lines integer NOT NULL,
    first_ms bigint,
    last_ms bigint,
    text_bytes integer NOT NULL,
    id bigint NOT NULL,
    indexed integer NOT NULL,
    data bytea NOT NULL,
    words text
);
CREATE TABLE public.stored_logs (
    id bigint NOT NULL,
    topic text NOT NULL,
    session_id text,
    invocation_id text,
    app_name text,
    action_name text,
    version text,
    created_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    end_reason text,
    deleted_at_ms bigint,
    first_line bigint NOT NULL,
    next_line bigint NOT NULL,
    source_lines bigint,
    first_ms bigint,
    last_ms bigint,
    text_bytes bigint NOT NULL,
    stored_bytes bigint NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    disabled integer NOT NULL,
    created_at_ms bigint NOT NULL,
    one_time_until_ms bigint
);
CREATE TABLE public.views (
    id text NOT NULL,
    owner_id text NOT NULL,
    name text NOT NULL,
    shared integer NOT NULL,
    query text NOT NULL,
    is_default integer NOT NULL,
    created_at_ms bigint NOT NULL,
    updated_at_ms bigint NOT NULL
);
CREATE TABLE public.webhooks (
    id text NOT NULL,
    name text NOT NULL,
    origin text NOT NULL,
    sealed text NOT NULL,
    enabled integer NOT NULL,
    created_by text NOT NULL,
    created_at_ms bigint NOT NULL
);
INSERT INTO public.acts (request_id, user_id, idempotency_key, fingerprint, expires_at_ms, ended_at_ms, reply) VALUES ('request-1', 'u3b561322ab36e856b660269', 'k1', 'f1', 1793491200000, 1793491200000, NULL);
INSERT INTO public.alert_attempts (delivery_id, number, at_ms, status, ms, error) VALUES ('delivery-1', 1, 1793491200000, 200, 12, NULL);
INSERT INTO public.alert_deliveries (id, webhook_id, alert_id, event, title, body, created_at_ms, next_at_ms, attempts, state, done_at_ms) VALUES ('delivery-1', 'hook-1', 'alert-1', 'alert.fired', 'Pool cannot fill', '{}', 1793491200000, 1793491200000, 1, 'delivered', 1793491200000);
INSERT INTO public.alert_mutes (rule_id, subject, until_ms, by, at_ms) VALUES ('rule-1', '', 1793491200000, 'ada', 1793491200000);
INSERT INTO public.alert_rules (id, name, signal, for_ms, clear_ms, remind_ms, enabled, webhooks, created_by, created_at_ms, updated_at_ms) VALUES ('rule-1', 'Pool cannot fill', '{"kind":"pool_cannot_fill","for_min":2}', 60000, 60000, 0, 1, '["hook-1"]', 'ada', 1793491200000, 1793491200000);
INSERT INTO public.alert_states (rule_id, subject, label, state, known, message, bad_ms, clear_ms, quiet_ms, notified, alert_id, unknown_since_ms) VALUES ('rule-1', 'pool-before', 'pool-before', 'ok', 1, '', 0, 0, 0, 0, NULL, NULL);
INSERT INTO public.alerts (id, rule_id, rule_name, kind, subject, label, fired_at_ms, resolved_at_ms, resolved_why, fired_message, message, closed_by, closed_note) VALUES ('alert-1', 'rule-1', 'Pool cannot fill', 'pool_cannot_fill', 'pool-before', 'pool-before', 1793491200000, 1793491260000, 'clear', '3 missing', 'none missing', NULL, NULL);
INSERT INTO public.annotations (id, at_ms, note, user_id, created_at_ms) VALUES ('note-1', 1793491200000, 'a note of the version before', 'u3b561322ab36e856b660269', 1793491200000);
INSERT INTO public.api_tokens (id, name, hash, role, created_by, created_at_ms, expires_at_ms, last_used_at_ms) VALUES ('0123456789abcdef', 'metrics', '00', 'viewer', 'ada', 1793491200000, 1793491260000, NULL);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (1, 1793491200000, 'ada', 'admin', '192.0.2.1', 'request-0', 'checkProxy', 'proxy-before', 'intended', NULL, NULL, 'slow', '0000000000000000000000000000000000000000000000000000000000000000', 'f1e9205d900a51d87c2ec321c8c7478e2142c49fbd6200e22c734f83fe2db0d5', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (2, 1793491200500, 'ada', 'admin', '192.0.2.1', 'request-0', 'checkProxy', 'proxy-before', 'answered', 200, NULL, '', 'f1e9205d900a51d87c2ec321c8c7478e2142c49fbd6200e22c734f83fe2db0d5', '2f77ac185974e2f98b2f4fdafd5ab3f2e3c06672ab01027432e6a87940b2ea75', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (3, 1793491201000, 'ada', 'admin', '192.0.2.1', 'request-1', 'checkProxy', 'proxy-before', 'intended', NULL, NULL, 'slow', '2f77ac185974e2f98b2f4fdafd5ab3f2e3c06672ab01027432e6a87940b2ea75', '1378c655e92d60e74d4cbb49675b3a841f30b7e185a1ee5cc064593bf74a6810', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (4, 1793491201500, 'ada', 'admin', '192.0.2.1', 'request-1', 'checkProxy', 'proxy-before', 'answered', 200, NULL, '', '1378c655e92d60e74d4cbb49675b3a841f30b7e185a1ee5cc064593bf74a6810', '163e1ca0c2cace5796a7608b3e8a1a0f83f59097498092966ee4643c3a196134', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (5, 1793491202000, 'ada', 'admin', '192.0.2.1', 'request-2', 'checkProxy', 'proxy-before', 'intended', NULL, NULL, 'slow', '163e1ca0c2cace5796a7608b3e8a1a0f83f59097498092966ee4643c3a196134', '7c027f34a745a14ccdd307cd9f65668f88161a5fe9e6a61d0c131001a734a19e', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (6, 1793491202500, 'ada', 'admin', '192.0.2.1', 'request-2', 'checkProxy', 'proxy-before', 'answered', 200, NULL, '', '7c027f34a745a14ccdd307cd9f65668f88161a5fe9e6a61d0c131001a734a19e', '14b16585ea32e0bb6455aebddd6c3b47d24a85947df8bd0bddca5dcdf079c6dd', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (7, 1793491203000, 'ada', 'admin', '192.0.2.1', 'request-3', 'checkProxy', 'proxy-before', 'intended', NULL, NULL, 'slow', '14b16585ea32e0bb6455aebddd6c3b47d24a85947df8bd0bddca5dcdf079c6dd', '25b4862d893214869e7e245612655023d2042031ae63b84b9235d449285ff79e', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (8, 1793491203500, 'ada', 'admin', '192.0.2.1', 'request-3', 'checkProxy', 'proxy-before', 'answered', 200, NULL, '', '25b4862d893214869e7e245612655023d2042031ae63b84b9235d449285ff79e', '2eafc43ab7e38a09d65b46e96fbca620fd625f442835547d2a30d2cced6db902', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (9, 1793491204000, 'ada', 'admin', '192.0.2.1', 'request-4', 'checkProxy', 'proxy-before', 'intended', NULL, NULL, 'slow', '2eafc43ab7e38a09d65b46e96fbca620fd625f442835547d2a30d2cced6db902', '001faf26504b9256e77f00d51e05be2930c3ac02701e1bb4624623db4c0702cb', 1);
INSERT INTO public.audit (seq, at_ms, actor, role, ip, request_id, action, target, phase, status, code, reason, previous_hash, hash, count) VALUES (10, 1793491204500, 'ada', 'admin', '192.0.2.1', 'request-4', 'checkProxy', 'proxy-before', 'answered', 200, NULL, '', '001faf26504b9256e77f00d51e05be2930c3ac02701e1bb4624623db4c0702cb', 'c32579f9cece7ca70ae3110cc6982642fcf6b7b19c1877bf1dac58a12fde178a', 1);
INSERT INTO public.evidence_settings (id, value, set_by, set_at_ms) VALUES (1, '{}', 'ada', 1793491200000);
INSERT INTO public.failure_groups (key, state, by, at_ms, until_ms, versions, note) VALUES ('HTTP <n> at item <n>', 'acknowledged', 'ada', 1793491200000, NULL, '[]', 'a note of the version before');
INSERT INTO public.identities (issuer, subject, user_id, created_at_ms) VALUES ('https://id.example.com', 's1', 'u3b561322ab36e856b660269', 1793491200000);
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793491200000, 'shop', 'buy', 'v1', 0, 0, 2, 1, 0, '[71,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (3600000, 1793491200000, 'shop', 'buy', 'v1', 0, 0, 12, 3, 0, '[71,6,72,5,73,4]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793491200000, 'shop', 'look', 'v1', 0, 0, 2, 0, 0, '[71,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (3600000, 1793491200000, 'shop', 'look', 'v1', 0, 0, 12, 3, 0, '[71,5,72,6,73,4]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793491500000, 'shop', 'look', 'v1', 0, 0, 2, 1, 0, '[71,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793491500000, 'shop', 'buy', 'v1', 0, 0, 2, 0, 0, '[71,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793491800000, 'shop', 'buy', 'v1', 0, 0, 2, 1, 0, '[71,1,72,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793491800000, 'shop', 'look', 'v1', 0, 0, 2, 0, 0, '[72,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793492100000, 'shop', 'look', 'v1', 0, 0, 2, 1, 0, '[72,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793492100000, 'shop', 'buy', 'v1', 0, 0, 2, 0, 0, '[72,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793492400000, 'shop', 'buy', 'v1', 0, 0, 2, 1, 0, '[72,1,73,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793492400000, 'shop', 'look', 'v1', 0, 0, 2, 0, 0, '[72,1,73,1]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793492700000, 'shop', 'look', 'v1', 0, 0, 2, 1, 0, '[73,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793492700000, 'shop', 'buy', 'v1', 0, 0, 2, 0, 0, '[73,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493000000, 'shop', 'buy', 'v2', 0, 0, 2, 1, 0, '[73,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (3600000, 1793491200000, 'shop', 'buy', 'v2', 0, 0, 12, 3, 0, '[73,3,74,7,75,5]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493000000, 'shop', 'look', 'v2', 0, 0, 2, 0, 0, '[73,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (3600000, 1793491200000, 'shop', 'look', 'v2', 0, 0, 12, 3, 0, '[73,2,74,7,75,6]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493300000, 'shop', 'look', 'v2', 0, 0, 2, 1, 0, '[74,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493300000, 'shop', 'buy', 'v2', 0, 0, 2, 0, 0, '[74,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493600000, 'shop', 'buy', 'v2', 0, 0, 2, 1, 0, '[74,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493600000, 'shop', 'look', 'v2', 0, 0, 2, 0, 0, '[74,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493900000, 'shop', 'look', 'v2', 0, 0, 2, 1, 0, '[74,2,75,1]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793493900000, 'shop', 'buy', 'v2', 0, 0, 2, 0, 0, '[74,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793494200000, 'shop', 'buy', 'v2', 0, 0, 2, 1, 0, '[75,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793494200000, 'shop', 'look', 'v2', 0, 0, 2, 0, 0, '[75,2]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793494500000, 'shop', 'look', 'v2', 0, 0, 2, 1, 0, '[75,3]');
INSERT INTO public.invocation_rollups (width_ms, bucket_ms, app_name, action_name, version, queued, running, succeeded, failed, other, durations) VALUES (300000, 1793494500000, 'shop', 'buy', 'v2', 0, 0, 2, 0, 0, '[75,2]');
INSERT INTO public.invocation_sessions (invocation_id, session_id, at_ms) VALUES ('invocation-0', 'session-before', 1793491200000);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-1', 'shop', 'look', 'v1', 'succeeded', 1793491260000, 1793491261010, 1010, NULL, NULL, '{"at":1,"mark":"Ähre"}', NULL, 0, 1793491260000, 1793491260000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-2', 'shop', 'buy', 'v1', 'succeeded', 1793491320000, 1793491321020, 1020, NULL, NULL, '{"at":2,"mark":"Ähre"}', NULL, 0, 1793491320000, 1793491320000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-3', 'shop', 'look', 'v1', 'succeeded', 1793491380000, 1793491381030, 1030, NULL, NULL, '{"at":3,"mark":"Ähre"}', NULL, 0, 1793491380000, 1793491380000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-4', 'shop', 'buy', 'v1', 'succeeded', 1793491440000, 1793491441040, 1040, NULL, NULL, '{"at":4,"mark":"Ähre"}', NULL, 0, 1793491440000, 1793491440000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-5', 'shop', 'look', 'v1', 'failed', 1793491500000, 1793491501050, 1050, 'HTTP 502 at item 5', 'HTTP <n> at item <n>', '{"at":5,"mark":"Ähre"}', NULL, 0, 1793491500000, 1793491500000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-6', 'shop', 'buy', 'v1', 'succeeded', 1793491560000, 1793491561060, 1060, NULL, NULL, '{"at":6,"mark":"Ähre"}', NULL, 0, 1793491560000, 1793491560000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-7', 'shop', 'look', 'v1', 'succeeded', 1793491620000, 1793491621070, 1070, NULL, NULL, '{"at":7,"mark":"Ähre"}', NULL, 0, 1793491620000, 1793491620000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-8', 'shop', 'buy', 'v1', 'succeeded', 1793491680000, 1793491681080, 1080, NULL, NULL, '{"at":8,"mark":"Ähre"}', NULL, 0, 1793491680000, 1793491680000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-9', 'shop', 'look', 'v1', 'succeeded', 1793491740000, 1793491741090, 1090, NULL, NULL, '{"at":9,"mark":"Ähre"}', NULL, 0, 1793491740000, 1793491740000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-10', 'shop', 'buy', 'v1', 'failed', 1793491800000, 1793491801100, 1100, 'HTTP 501 at item 10', 'HTTP <n> at item <n>', '{"at":10,"mark":"Ähre"}', NULL, 0, 1793491800000, 1793491800000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-11', 'shop', 'look', 'v1', 'succeeded', 1793491860000, 1793491861110, 1110, NULL, NULL, '{"at":11,"mark":"Ähre"}', NULL, 0, 1793491860000, 1793491860000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-12', 'shop', 'buy', 'v1', 'succeeded', 1793491920000, 1793491921120, 1120, NULL, NULL, '{"at":12,"mark":"Ähre"}', NULL, 0, 1793491920000, 1793491920000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-13', 'shop', 'look', 'v1', 'succeeded', 1793491980000, 1793491981130, 1130, NULL, NULL, '{"at":13,"mark":"Ähre"}', NULL, 0, 1793491980000, 1793491980000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-14', 'shop', 'buy', 'v1', 'succeeded', 1793492040000, 1793492041140, 1140, NULL, NULL, '{"at":14,"mark":"Ähre"}', NULL, 0, 1793492040000, 1793492040000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-15', 'shop', 'look', 'v1', 'failed', 1793492100000, 1793492101150, 1150, 'HTTP 500 at item 15', 'HTTP <n> at item <n>', '{"at":15,"mark":"Ähre"}', NULL, 0, 1793492100000, 1793492100000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-16', 'shop', 'buy', 'v1', 'succeeded', 1793492160000, 1793492161160, 1160, NULL, NULL, '{"at":16,"mark":"Ähre"}', NULL, 0, 1793492160000, 1793492160000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-17', 'shop', 'look', 'v1', 'succeeded', 1793492220000, 1793492221170, 1170, NULL, NULL, '{"at":17,"mark":"Ähre"}', NULL, 0, 1793492220000, 1793492220000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-18', 'shop', 'buy', 'v1', 'succeeded', 1793492280000, 1793492281180, 1180, NULL, NULL, '{"at":18,"mark":"Ähre"}', NULL, 0, 1793492280000, 1793492280000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-19', 'shop', 'look', 'v1', 'succeeded', 1793492340000, 1793492341190, 1190, NULL, NULL, '{"at":19,"mark":"Ähre"}', NULL, 0, 1793492340000, 1793492340000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-20', 'shop', 'buy', 'v1', 'failed', 1793492400000, 1793492401200, 1200, 'HTTP 502 at item 20', 'HTTP <n> at item <n>', '{"at":20,"mark":"Ähre"}', NULL, 0, 1793492400000, 1793492400000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-21', 'shop', 'look', 'v1', 'succeeded', 1793492460000, 1793492461210, 1210, NULL, NULL, '{"at":21,"mark":"Ähre"}', NULL, 0, 1793492460000, 1793492460000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-22', 'shop', 'buy', 'v1', 'succeeded', 1793492520000, 1793492521220, 1220, NULL, NULL, '{"at":22,"mark":"Ähre"}', NULL, 0, 1793492520000, 1793492520000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-23', 'shop', 'look', 'v1', 'succeeded', 1793492580000, 1793492581230, 1230, NULL, NULL, '{"at":23,"mark":"Ähre"}', NULL, 0, 1793492580000, 1793492580000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-24', 'shop', 'buy', 'v1', 'succeeded', 1793492640000, 1793492641240, 1240, NULL, NULL, '{"at":24,"mark":"Ähre"}', NULL, 0, 1793492640000, 1793492640000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-25', 'shop', 'look', 'v1', 'failed', 1793492700000, 1793492701250, 1250, 'HTTP 501 at item 25', 'HTTP <n> at item <n>', '{"at":25,"mark":"Ähre"}', NULL, 0, 1793492700000, 1793492700000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-26', 'shop', 'buy', 'v1', 'succeeded', 1793492760000, 1793492761260, 1260, NULL, NULL, '{"at":26,"mark":"Ähre"}', NULL, 0, 1793492760000, 1793492760000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-27', 'shop', 'look', 'v1', 'succeeded', 1793492820000, 1793492821270, 1270, NULL, NULL, '{"at":27,"mark":"Ähre"}', NULL, 0, 1793492820000, 1793492820000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-28', 'shop', 'buy', 'v1', 'succeeded', 1793492880000, 1793492881280, 1280, NULL, NULL, '{"at":28,"mark":"Ähre"}', NULL, 0, 1793492880000, 1793492880000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-29', 'shop', 'look', 'v1', 'succeeded', 1793492940000, 1793492941290, 1290, NULL, NULL, '{"at":29,"mark":"Ähre"}', NULL, 0, 1793492940000, 1793492940000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-30', 'shop', 'buy', 'v2', 'failed', 1793493000000, 1793493001300, 1300, 'HTTP 500 at item 30', 'HTTP <n> at item <n>', '{"at":30,"mark":"Ähre"}', NULL, 0, 1793493000000, 1793493000000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-31', 'shop', 'look', 'v2', 'succeeded', 1793493060000, 1793493061310, 1310, NULL, NULL, '{"at":31,"mark":"Ähre"}', NULL, 0, 1793493060000, 1793493060000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-32', 'shop', 'buy', 'v2', 'succeeded', 1793493120000, 1793493121320, 1320, NULL, NULL, '{"at":32,"mark":"Ähre"}', NULL, 0, 1793493120000, 1793493120000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-33', 'shop', 'look', 'v2', 'succeeded', 1793493180000, 1793493181330, 1330, NULL, NULL, '{"at":33,"mark":"Ähre"}', NULL, 0, 1793493180000, 1793493180000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-34', 'shop', 'buy', 'v2', 'succeeded', 1793493240000, 1793493241340, 1340, NULL, NULL, '{"at":34,"mark":"Ähre"}', NULL, 0, 1793493240000, 1793493240000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-35', 'shop', 'look', 'v2', 'failed', 1793493300000, 1793493301350, 1350, 'HTTP 502 at item 35', 'HTTP <n> at item <n>', '{"at":35,"mark":"Ähre"}', NULL, 0, 1793493300000, 1793493300000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-36', 'shop', 'buy', 'v2', 'succeeded', 1793493360000, 1793493361360, 1360, NULL, NULL, '{"at":36,"mark":"Ähre"}', NULL, 0, 1793493360000, 1793493360000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-37', 'shop', 'look', 'v2', 'succeeded', 1793493420000, 1793493421370, 1370, NULL, NULL, '{"at":37,"mark":"Ähre"}', NULL, 0, 1793493420000, 1793493420000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-38', 'shop', 'buy', 'v2', 'succeeded', 1793493480000, 1793493481380, 1380, NULL, NULL, '{"at":38,"mark":"Ähre"}', NULL, 0, 1793493480000, 1793493480000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-39', 'shop', 'look', 'v2', 'succeeded', 1793493540000, 1793493541390, 1390, NULL, NULL, '{"at":39,"mark":"Ähre"}', NULL, 0, 1793493540000, 1793493540000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-40', 'shop', 'buy', 'v2', 'failed', 1793493600000, 1793493601400, 1400, 'HTTP 501 at item 40', 'HTTP <n> at item <n>', '{"at":40,"mark":"Ähre"}', NULL, 0, 1793493600000, 1793493600000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-41', 'shop', 'look', 'v2', 'succeeded', 1793493660000, 1793493661410, 1410, NULL, NULL, '{"at":41,"mark":"Ähre"}', NULL, 0, 1793493660000, 1793493660000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-42', 'shop', 'buy', 'v2', 'succeeded', 1793493720000, 1793493721420, 1420, NULL, NULL, '{"at":42,"mark":"Ähre"}', NULL, 0, 1793493720000, 1793493720000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-43', 'shop', 'look', 'v2', 'succeeded', 1793493780000, 1793493781430, 1430, NULL, NULL, '{"at":43,"mark":"Ähre"}', NULL, 0, 1793493780000, 1793493780000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-44', 'shop', 'buy', 'v2', 'succeeded', 1793493840000, 1793493841440, 1440, NULL, NULL, '{"at":44,"mark":"Ähre"}', NULL, 0, 1793493840000, 1793493840000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-45', 'shop', 'look', 'v2', 'failed', 1793493900000, 1793493901450, 1450, 'HTTP 500 at item 45', 'HTTP <n> at item <n>', '{"at":45,"mark":"Ähre"}', NULL, 0, 1793493900000, 1793493900000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-46', 'shop', 'buy', 'v2', 'succeeded', 1793493960000, 1793493961460, 1460, NULL, NULL, '{"at":46,"mark":"Ähre"}', NULL, 0, 1793493960000, 1793493960000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-47', 'shop', 'look', 'v2', 'succeeded', 1793494020000, 1793494021470, 1470, NULL, NULL, '{"at":47,"mark":"Ähre"}', NULL, 0, 1793494020000, 1793494020000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-48', 'shop', 'buy', 'v2', 'succeeded', 1793494080000, 1793494081480, 1480, NULL, NULL, '{"at":48,"mark":"Ähre"}', NULL, 0, 1793494080000, 1793494080000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-49', 'shop', 'look', 'v2', 'succeeded', 1793494140000, 1793494141490, 1490, NULL, NULL, '{"at":49,"mark":"Ähre"}', NULL, 0, 1793494140000, 1793494140000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-50', 'shop', 'buy', 'v2', 'failed', 1793494200000, 1793494201500, 1500, 'HTTP 502 at item 50', 'HTTP <n> at item <n>', '{"at":50,"mark":"Ähre"}', NULL, 0, 1793494200000, 1793494200000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-51', 'shop', 'look', 'v2', 'succeeded', 1793494260000, 1793494261510, 1510, NULL, NULL, '{"at":51,"mark":"Ähre"}', NULL, 0, 1793494260000, 1793494260000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-52', 'shop', 'buy', 'v2', 'succeeded', 1793494320000, 1793494321520, 1520, NULL, NULL, '{"at":52,"mark":"Ähre"}', NULL, 0, 1793494320000, 1793494320000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-53', 'shop', 'look', 'v2', 'succeeded', 1793494380000, 1793494381530, 1530, NULL, NULL, '{"at":53,"mark":"Ähre"}', NULL, 0, 1793494380000, 1793494380000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-54', 'shop', 'buy', 'v2', 'succeeded', 1793494440000, 1793494441540, 1540, NULL, NULL, '{"at":54,"mark":"Ähre"}', NULL, 0, 1793494440000, 1793494440000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-55', 'shop', 'look', 'v2', 'failed', 1793494500000, 1793494501550, 1550, 'HTTP 501 at item 55', 'HTTP <n> at item <n>', '{"at":55,"mark":"Ähre"}', NULL, 0, 1793494500000, 1793494500000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-56', 'shop', 'buy', 'v2', 'succeeded', 1793494560000, 1793494561560, 1560, NULL, NULL, '{"at":56,"mark":"Ähre"}', NULL, 0, 1793494560000, 1793494560000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-57', 'shop', 'look', 'v2', 'succeeded', 1793494620000, 1793494621570, 1570, NULL, NULL, '{"at":57,"mark":"Ähre"}', NULL, 0, 1793494620000, 1793494620000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-58', 'shop', 'buy', 'v2', 'succeeded', 1793494680000, 1793494681580, 1580, NULL, NULL, '{"at":58,"mark":"Ähre"}', NULL, 0, 1793494680000, 1793494680000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-59', 'shop', 'look', 'v2', 'succeeded', 1793494740000, 1793494741590, 1590, NULL, NULL, '{"at":59,"mark":"Ähre"}', NULL, 0, 1793494740000, 1793494740000, 0);
INSERT INTO public.invocations (id, app_name, action_name, version, status, started_at_ms, finished_at_ms, duration_ms, reason, reason_key, payload_head, output_head, open, first_seen_ms, checked_at_ms, sessions_at_ms) VALUES ('invocation-0', 'shop', 'buy', 'v1', 'failed', 1793491200000, 1793491201000, 1000, 'HTTP 500 at item 0', 'HTTP <n> at item <n>', '{"at":0,"mark":"Ähre"}', NULL, 0, 1793491200000, 1793491200000, 1793491200000);
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-20-first-version', '2026-11-26T16:11:44.620Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-23-stored-logs', '2026-11-26T16:11:44.635Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-23-stored-pictures', '2026-11-26T16:11:44.640Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-24-evidence-settings', '2026-11-26T16:11:44.644Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-24-stored-words-as-text', '2026-11-26T16:11:44.653Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-25-audit-proof', '2026-11-26T16:11:44.667Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-25-known-login-attempts', '2026-11-26T16:11:44.670Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-25-one-time-passwords', '2026-11-26T16:11:44.672Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-25-sign-in-keys', '2026-11-26T16:11:44.683Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-25-sign-in-proofs', '2026-11-26T16:11:44.685Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-26-api-tokens', '2026-11-26T16:11:44.691Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('2026-11-26-identities', '2026-11-26T16:11:44.697Z');
INSERT INTO public.kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO public.leases (name, holder, term, expires_at_ms) VALUES ('recorder', 'replica-before', 3, 1793491200000);
INSERT INTO public.log_gaps (session_id, source, log, from_ms, to_ms, reason, lines) VALUES ('session-before', 'supervisor', 'chromium', 1793491200000, 1793491200010, 'dropped', 3);
INSERT INTO public.login_attempts (subject, failures, first_at_ms, locked_until_ms, locks, known) VALUES ('account:ada', 2, 1793491200000, 0, 0, 1);
INSERT INTO public.pictures (id, session_id, at_ms, reason, url, width, height, bytes, data) VALUES ('3dc41560-5f33-4376-a0d3-eaa4bdb4befa', 'session-before', 1793491200000, 'navigation', 'https://shop.example/cart', 8, 6, 69, '\x89504e470d0a1a0a0000000d4948445200000008000000060800000000db6e80270000000c49444154789c63602007000000360001b674b92d0000000049454e44ae426082');
INSERT INTO public.pool_rates (pool_id, fill_per_minute, set_by, set_at_ms) VALUES ('pool-before', 2, 'ada', 1793491200000);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491200000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491215000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491230000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491245000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491260000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491275000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491290000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491305000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491320000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491335000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491350000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491365000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491380000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491395000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491410000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491425000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491440000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491455000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491470000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491485000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491500000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491515000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491530000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491545000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491560000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491575000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491590000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491605000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491620000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491635000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491650000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491665000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491680000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491695000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491710000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491725000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491740000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491755000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491770000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491785000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491800000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491815000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491830000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491845000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491860000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491875000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491890000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491905000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491920000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491935000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491950000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491965000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491980000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793491995000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492010000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492025000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492040000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492055000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492070000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492085000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492100000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492115000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492130000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492145000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492160000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492175000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492190000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492205000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492220000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492235000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492250000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492265000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492280000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492295000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492310000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492325000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492340000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492355000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492370000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492385000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492400000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492415000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492430000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492445000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492460000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492475000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492490000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492505000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492520000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492535000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492550000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492565000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492580000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492595000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492610000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492625000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492640000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492655000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492670000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492685000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492700000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492715000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492730000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492745000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492760000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492775000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492790000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492805000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492820000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492835000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492850000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492865000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492880000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492895000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492910000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492925000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492940000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492955000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492970000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793492985000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493000000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493015000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493030000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493045000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493060000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493075000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493090000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493105000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493120000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493135000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493150000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493165000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493180000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493195000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493210000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493225000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493240000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493255000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493270000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493285000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493300000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493315000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493330000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493345000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493360000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493375000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493390000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493405000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493420000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493435000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493450000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493465000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493480000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493495000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493510000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493525000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493540000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493555000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493570000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493585000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493600000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493615000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493630000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493645000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493660000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493675000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493690000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493705000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493720000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493735000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493750000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493765000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493780000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493795000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493810000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493825000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493840000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493855000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493870000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493885000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493900000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493915000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493930000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493945000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493960000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493975000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793493990000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494005000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494020000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494035000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494050000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494065000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494080000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494095000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494110000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494125000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494140000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494155000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494170000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494185000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494200000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494215000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494230000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494245000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494260000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494275000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494290000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494305000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494320000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494335000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494350000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494365000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494380000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494395000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494410000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494425000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494440000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494455000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494470000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494485000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494500000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494515000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494530000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494545000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494560000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494575000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494590000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494605000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494620000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494635000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494650000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494665000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494680000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494695000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494710000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494725000, 3, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494740000, 0, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494755000, 1, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494770000, 2, 2, 6);
INSERT INTO public.pool_samples (pool_id, at_ms, available, acquired, size) VALUES ('pool-before', 1793494785000, 3, 2, 6);
INSERT INTO public.pool_samples_5m (pool_id, at_ms, samples, unanswered, available, available_min, acquired, acquired_max, size) VALUES ('pool-before', 1793490600000, 20, 0, 1, 0, 2, 3, 6);
INSERT INTO public.preferences (user_id, name, value, updated_at_ms) VALUES ('u3b561322ab36e856b660269', 'log-wrap', 'true', 1793491200000);
INSERT INTO public.process_samples (session_id, process_id, at_ms, cpu_pct, mem_bytes) VALUES ('session-before', 'process-1', 1793491200000, 1.5, 9000000000);
INSERT INTO public.process_samples_5m (session_id, process_id, at_ms, first_ms, last_ms, samples, cpu_samples, cpu_mean, cpu_max, mem_max) VALUES ('session-before', 'process-1', 1793490600000, 1793490600000, 1793490700000, 4, 4, 1.25, 2.5, 9000000000);
INSERT INTO public.proxy_checks (proxy_id, at_ms, status, latency_ms, ip, source) VALUES ('proxy-before', 1793491260000, 'available', 12, '192.0.2.9', 'list');
INSERT INTO public.proxy_checks (proxy_id, at_ms, status, latency_ms, ip, source) VALUES ('proxy-before', 1793491200000, 'available', 12, '192.0.2.9', 'operator');
INSERT INTO public.proxy_schedule (id, enabled, every_ms, per_hour, set_by, set_at_ms) VALUES (1, 1, 600000, 6, 'ada', 1793491200000);
INSERT INTO public.recorder_checkpoints (name, value) VALUES ('invocations', '{}');
INSERT INTO public.recorder_gaps (list, from_ms, to_ms, why, filled) VALUES ('invocations', 1793491200000, 1793491200010, 'refused', 1);
INSERT INTO public.resource_links (from_kind, from_id, to_kind, to_id, first_seen_ms, last_seen_ms) VALUES ('pool', 'pool-before', 'proxy', 'proxy-before', 1793491200000, 1793491200000);
INSERT INTO public.resources (kind, id, name, source, details, first_seen_ms, last_seen_ms, ended_at_ms, label, pinned_by, created_at_ms) VALUES ('pool', 'pool-before', 'checkout-eu', 'listPools', '{"size":6}', 1793491200000, 1793491200000, NULL, NULL, NULL, NULL);
INSERT INTO public.resources (kind, id, name, source, details, first_seen_ms, last_seen_ms, ended_at_ms, label, pinned_by, created_at_ms) VALUES ('proxy', 'proxy-before', 'mobile-tokyo', 'listPools', '{"size":6}', 1793491200000, 1793491200000, NULL, 'Tokyo', 'ada', NULL);
INSERT INTO public.sign_ins (sid, user_id, created_at_ms, seen_at_ms, revoked_at_ms, ip, user_agent, key, previous_key, rotated_at_ms, confirmed_at_ms, proved_at_ms) VALUES ('sign-in-before', 'u3b561322ab36e856b660269', 1793491200000, 1793491200000, NULL, '192.0.2.1', 'Browser/1', 'key-before', 'key-of-old', 1793491200000, 1793491200000, 1793491200000);
INSERT INTO public.stored_log_chunks (log_id, first_line, number, lines, first_ms, last_ms, text_bytes, id, indexed, data, words) VALUES (1, 1, 1, 40, 1793491200001, 1793491200040, 2711, 1, 1, '\x28b52ffd609609ed0500b2081a1f9037e9ffffff70e1aba5e66cb12f0731ee9f69668d5822e5de4b44faebe3096bb56ddbb66ddbb62d49922449922449fefffffffff7cd30cba2288c25c95a2d096828c4d30c2d159c078a52a229d2c9810e8ec7c289544011be133477830f7984f1a81a1535c50851a811c0afcfd618a08392540712603008fe20ae217887f0f303f55d36532e9b56e55ae4b17552ad6d15902a79a9e050099dda3285a91418a9bc51b044f96234b9d8946abae505c9864633ab62a7bff9af06', '1 10 11 12 13 14 15 16 17 18 19 2 20 21 22 23 24 25 26 27 28 29 3 30 31 32 33 34 35 36 37 38 39 4 40 5 6 7 8 9 again tried was ähre');
INSERT INTO public.stored_logs (id, topic, session_id, invocation_id, app_name, action_name, version, created_at_ms, updated_at_ms, ended_at_ms, end_reason, deleted_at_ms, first_line, next_line, source_lines, first_ms, last_ms, text_bytes, stored_bytes) VALUES (1, 'invocation:invocation-0', NULL, 'invocation-0', NULL, NULL, NULL, 1793491200000, 1793491200000, 1793491200050, 'over', NULL, 1, 41, 40, 1793491200001, 1793491200040, 2711, 199);
INSERT INTO public.users (id, username, password_hash, role, disabled, created_at_ms, one_time_until_ms) VALUES ('u3b561322ab36e856b660269', 'ada', 'scrypt$131072$8$1$Sjja7O_dNM5wPfoSfPs3xA$M0Lh5U2EiwMhdE49PylfwbBrbAdrrnat7sHPgc2Gf24', 'admin', 0, 1793491200000, NULL);
INSERT INTO public.views (id, owner_id, name, shared, query, is_default, created_at_ms, updated_at_ms) VALUES ('vdf9bcc1f902a93099926360', 'u3b561322ab36e856b660269', 'Failed', 1, 'status=failed', 1, 1793491200000, 1793491200000);
INSERT INTO public.webhooks (id, name, origin, sealed, enabled, created_by, created_at_ms) VALUES ('hook-1', 'chat', 'https://hooks.example.com', 'sealed', 1, 'ada', 1793491200000);
ALTER TABLE ONLY public.acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.alert_attempts
    ADD CONSTRAINT alert_attempts_key PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY public.alert_deliveries
    ADD CONSTRAINT alert_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alert_mutes
    ADD CONSTRAINT alert_mutes_key PRIMARY KEY (rule_id, subject);
ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alert_states
    ADD CONSTRAINT alert_states_key PRIMARY KEY (rule_id, subject);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations
    ADD CONSTRAINT annotations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_name_key UNIQUE (name);
ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_anchor
    ADD CONSTRAINT audit_anchor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.evidence_settings
    ADD CONSTRAINT evidence_settings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.failure_groups
    ADD CONSTRAINT failure_groups_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_key PRIMARY KEY (issuer, subject);
ALTER TABLE ONLY public.invocation_rollups
    ADD CONSTRAINT invocation_rollups_key PRIMARY KEY (width_ms, bucket_ms, app_name, action_name, version);
ALTER TABLE ONLY public.invocation_sessions
    ADD CONSTRAINT invocation_sessions_key PRIMARY KEY (invocation_id, session_id);
ALTER TABLE ONLY public.invocations
    ADD CONSTRAINT invocations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.log_gaps
    ADD CONSTRAINT log_gaps_key PRIMARY KEY (session_id, source, log, to_ms);
ALTER TABLE ONLY public.login_attempts
    ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_id_key UNIQUE (id);
ALTER TABLE ONLY public.pictures
    ADD CONSTRAINT pictures_key PRIMARY KEY (session_id, at_ms);
ALTER TABLE ONLY public.pool_rates
    ADD CONSTRAINT pool_rates_pkey PRIMARY KEY (pool_id);
ALTER TABLE ONLY public.pool_samples_5m
    ADD CONSTRAINT pool_samples_5m_key PRIMARY KEY (pool_id, at_ms);
ALTER TABLE ONLY public.pool_samples
    ADD CONSTRAINT pool_samples_key PRIMARY KEY (pool_id, at_ms);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_key PRIMARY KEY (user_id, name);
ALTER TABLE ONLY public.process_samples_5m
    ADD CONSTRAINT process_samples_5m_key PRIMARY KEY (session_id, process_id, at_ms);
ALTER TABLE ONLY public.process_samples
    ADD CONSTRAINT process_samples_key PRIMARY KEY (session_id, process_id, at_ms);
ALTER TABLE ONLY public.proxy_checks
    ADD CONSTRAINT proxy_checks_key PRIMARY KEY (proxy_id, at_ms);
ALTER TABLE ONLY public.proxy_schedule
    ADD CONSTRAINT proxy_schedule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recorder_checkpoints
    ADD CONSTRAINT recorder_checkpoints_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.recorder_gaps
    ADD CONSTRAINT recorder_gaps_key PRIMARY KEY (list, from_ms);
ALTER TABLE ONLY public.resource_links
    ADD CONSTRAINT resource_links_key PRIMARY KEY (from_kind, from_id, to_kind, to_id);
ALTER TABLE ONLY public.resources
    ADD CONSTRAINT resources_key PRIMARY KEY (kind, id);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (sid);
ALTER TABLE ONLY public.stored_log_chunks
    ADD CONSTRAINT stored_log_chunks_id_key UNIQUE (id);
ALTER TABLE ONLY public.stored_log_chunks
    ADD CONSTRAINT stored_log_chunks_key PRIMARY KEY (log_id, number);
ALTER TABLE ONLY public.stored_logs
    ADD CONSTRAINT stored_logs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stored_logs
    ADD CONSTRAINT stored_logs_topic_key UNIQUE (topic);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key UNIQUE (username);
ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX acts_by_end ON public.acts USING btree (ended_at_ms, expires_at_ms);
CREATE UNIQUE INDEX acts_by_key ON public.acts USING btree (user_id, idempotency_key);
CREATE INDEX alert_deliveries_by_state ON public.alert_deliveries USING btree (state, webhook_id, created_at_ms);
CREATE INDEX alert_deliveries_by_time ON public.alert_deliveries USING btree (created_at_ms);
CREATE INDEX alerts_by_end ON public.alerts USING btree (resolved_at_ms, fired_at_ms);
CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (rule_id, subject) WHERE (resolved_at_ms IS NULL);
CREATE INDEX annotations_by_time ON public.annotations USING btree (at_ms);
CREATE INDEX audit_by_request ON public.audit USING btree (request_id);
CREATE INDEX audit_by_time ON public.audit USING btree (at_ms);
CREATE INDEX invocation_sessions_by_session ON public.invocation_sessions USING btree (session_id);
CREATE INDEX invocations_by_action ON public.invocations USING btree (app_name, action_name, started_at_ms, id);
CREATE INDEX invocations_by_app ON public.invocations USING btree (app_name, started_at_ms, id);
CREATE INDEX invocations_by_failure ON public.invocations USING btree (reason_key, app_name, action_name, version, started_at_ms, status) WHERE ((status || ''::text) = 'failed'::text);
CREATE INDEX invocations_by_open ON public.invocations USING btree (checked_at_ms) WHERE (open = 1);
CREATE INDEX invocations_by_reason ON public.invocations USING btree (reason_key, started_at_ms, id) WHERE (reason_key IS NOT NULL);
CREATE INDEX invocations_by_start ON public.invocations USING btree (started_at_ms, id);
CREATE INDEX invocations_by_status ON public.invocations USING btree (status, started_at_ms, id);
CREATE INDEX invocations_by_version ON public.invocations USING btree (version, started_at_ms, id);
CREATE INDEX log_gaps_by_time ON public.log_gaps USING btree (to_ms);
CREATE INDEX pictures_by_time ON public.pictures USING btree (at_ms, bytes);
CREATE INDEX pool_samples_5m_by_time ON public.pool_samples_5m USING btree (at_ms);
CREATE INDEX pool_samples_by_time ON public.pool_samples USING btree (at_ms);
CREATE INDEX process_samples_5m_by_time ON public.process_samples_5m USING btree (at_ms);
CREATE INDEX process_samples_by_time ON public.process_samples USING btree (at_ms);
CREATE INDEX proxy_checks_by_time ON public.proxy_checks USING btree (at_ms);
CREATE INDEX resource_links_by_end ON public.resource_links USING btree (to_kind, to_id);
CREATE INDEX resource_links_by_last ON public.resource_links USING btree (last_seen_ms);
CREATE INDEX resources_by_last ON public.resources USING btree (last_seen_ms);
CREATE INDEX resources_by_time ON public.resources USING btree (kind, last_seen_ms);
CREATE INDEX resources_pinned ON public.resources USING btree (kind, last_seen_ms) WHERE (pinned_by IS NOT NULL);
CREATE UNIQUE INDEX sign_ins_by_key ON public.sign_ins USING btree (key);
CREATE INDEX sign_ins_by_previous_key ON public.sign_ins USING btree (previous_key);
CREATE INDEX sign_ins_by_user ON public.sign_ins USING btree (user_id);
CREATE INDEX stored_log_chunks_by_words ON public.stored_log_chunks USING gin (array_to_tsvector(string_to_array(words, ' '::text))) WITH (fastupdate=off);
CREATE INDEX stored_log_chunks_growing ON public.stored_log_chunks USING btree (id) WHERE (indexed = 0);
CREATE INDEX stored_logs_by_ended_at_ms ON public.stored_logs USING btree (ended_at_ms);
CREATE INDEX stored_logs_by_invocation_id ON public.stored_logs USING btree (invocation_id);
CREATE INDEX stored_logs_by_session_id ON public.stored_logs USING btree (session_id);
CREATE INDEX stored_logs_by_updated_at_ms ON public.stored_logs USING btree (updated_at_ms);
CREATE INDEX views_by_owner ON public.views USING btree (owner_id);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.audit_refuse();
ALTER TABLE ONLY public.annotations
    ADD CONSTRAINT annotations_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
