{{- /* The spec of a pod that runs browsers: the service or a node. `env` is YAML. */}}
{{- define "fleetdeck.browserPod" -}}
automountServiceAccountToken: false
# A Service of the namespace named "service" would set SERVICE_PORT to a URL.
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .graceSeconds }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .values.isolateSessions }}
hostUsers: false
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: {{ ternary "Unconfined" "RuntimeDefault" .values.isolateSessions }} }
  {{- if .values.isolateSessions }}
  appArmorProfile: { type: Unconfined }
  {{- end }}
containers:
  - name: {{ .program }}
    image: {{ include "fleetdeck.image" .root }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: [{{ .program }}]
    ports:
      - { name: api, containerPort: 4600 }
    env: {{- .env | nindent 6 }}
    startupProbe:
      httpGet: { path: /livez, port: api }
      periodSeconds: 2
      failureThreshold: {{ .startFailures }}
    livenessProbe:
      httpGet: { path: /livez, port: api }
      periodSeconds: 15
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: api }
      periodSeconds: 5
      timeoutSeconds: 5
    resources: {{- toYaml .values.resources | nindent 6 }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
      {{- if .values.isolateSessions }}
      procMount: Unmasked
      {{- end }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      - { name: shm, mountPath: /dev/shm }
volumes:
  - name: tmp
    emptyDir: {}
  - name: shm
    emptyDir: { medium: Memory }
{{- include "fleetdeck.placement" .values | nindent 0 }}
{{- end }}

{{- define "fleetdeck.serviceEnv" -}}
{{- $hasNodes := include "fleetdeck.hasNodes" . }}
{{- include "fleetdeck.secretEnv" (dict "name" "SERVICE_TOKEN" "key" "API_TOKEN" "secret" .Values.existingSecret) }}
{{- /* Also of one without nodes: the state that a service has left there would later replace its newer one. */}}
{{ include "fleetdeck.serviceDatabase" . }}
{{- /* The dashboard's name for it: live views are refused at any other. */}}
{{- $address := printf "http://%s:4600" (include "fleetdeck.name" (dict "root" . "part" "service")) }}
{{- $standard := dict "SERVICE_PUBLIC_URL" $address }}
{{- if $hasNodes }}
{{- $_ := set $standard "SERVICE_MAX_BROWSERS" 0 }}
{{- end }}
{{- include "fleetdeck.env" (merge (deepCopy .Values.service.env) $standard) }}
{{- end }}

{{- define "fleetdeck.nodeEnv" -}}
{{- include "fleetdeck.serviceDatabase" . }}
{{- $standard := dict "SERVICE_DRAIN_SECONDS" .Values.nodes.drainSeconds }}
{{- include "fleetdeck.env" (merge (deepCopy .Values.nodes.env) $standard) }}
{{- end }}

{{- define "fleetdeck.serviceDatabase" -}}
{{- include "fleetdeck.secretEnv" (dict "name" "SERVICE_DATABASE_URL" "key" "DATABASE_URL" "secret" .Values.existingSecret) }}
{{- end }}
