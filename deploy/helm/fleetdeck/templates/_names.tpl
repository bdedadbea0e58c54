{{- /* At most 52 characters: each pod of a StatefulSet has its name and a hash of ten in one label of 63. */}}
{{- define "fleetdeck.name" -}}
{{ printf "%s-%s" (.root.Release.Name | trunc 42 | trimSuffix "-") .part }}
{{- end }}

{{- define "fleetdeck.selector" -}}
app.kubernetes.io/name: fleetdeck
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "fleetdeck.labels" -}}
{{ include "fleetdeck.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "fleetdeck.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "fleetdeck.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  {{- /* Numbers of a file are floats, which would be written 1e+06 from 1,000,000 on. */}}
  value: {{ kindIs "float64" $value | ternary (int64 $value) $value | quote }}
{{- end }}
{{- end }}

{{- define "fleetdeck.secretEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .secret }}, key: {{ .key | default .name }}, optional: {{ .optional | default false }} }
{{- end }}

{{- define "fleetdeck.hasService" -}}
{{- if and .Values.service.enabled (not .Values.dashboard.apiBaseUrl) }}yes{{ end }}
{{- end }}

{{- define "fleetdeck.hasNodes" -}}
{{- if and (include "fleetdeck.hasService" .) (or (gt (int .Values.nodes.replicas) 0) .Values.nodes.autoscaling.enabled) }}yes{{ end }}
{{- end }}

{{- define "fleetdeck.volumeClaim" -}}
- metadata: { name: data }
  spec:
    accessModes: [ReadWriteOnce]
    {{- with .className }}
    storageClassName: {{ . }}
    {{- end }}
    resources:
      requests: { storage: {{ .size }} }
{{- end }}

{{- define "fleetdeck.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
