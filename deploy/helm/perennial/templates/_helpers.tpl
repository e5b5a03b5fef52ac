{{- define "perennial.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 48 | trimSuffix "-" -}}
{{- end -}}

{{/* Short enough for "-api", "-worker" and "-migrate" to follow. */}}
{{- define "perennial.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" -}}
{{- else if contains (include "perennial.name" .) .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "perennial.name" .) | trunc 48 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "perennial.selector" -}}
app.kubernetes.io/name: {{ include "perennial.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "perennial.labels" -}}
{{ include "perennial.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{- define "perennial.secretName" -}}
{{- default (include "perennial.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{- define "perennial.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "perennial.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "perennial.image" -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}

{{- define "perennial.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "perennial.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Takes a dict of root and role. */}}
{{- define "perennial.env" -}}
{{- $secret := include "perennial.secretName" .root -}}
- name: PERENNIAL_ROLE
  value: {{ .role }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: database-url
- name: PERENNIAL_MASTER_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: master-key
- name: PERENNIAL_ADMIN_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: admin-secret
{{- range $name, $value := .root.Values.config }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .root.Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "perennial.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.data.sizeLimit }}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.tmp.sizeLimit }}
{{- end -}}

{{- define "perennial.volumeMounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end -}}

{{/* A deployment of one role. Takes a dict of root, role and values. */}}
{{- define "perennial.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "perennial.fullname" $root }}-{{ .role }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "perennial.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels:
      {{- include "perennial.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "perennial.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
        {{- with $root.Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        {{- if not $root.Values.secrets.existingSecret }}
        checksum/secrets: {{ $root.Values.secrets | toYaml | sha256sum }}
        {{- end }}
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "perennial.serviceAccountName" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $root.Values.shutdown.graceSeconds }}
      securityContext:
        {{- include "perennial.podSecurity" $root | nindent 8 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: perennial
          image: {{ include "perennial.image" $root | quote }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [serve]
          env:
            {{- include "perennial.env" (dict "root" $root "role" .role) | nindent 12 }}
          {{- with $root.Values.extraEnvFrom }}
          envFrom:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          ports:
            - name: http
              containerPort: 8080
              protocol: TCP
          startupProbe:
            httpGet: { path: /live, port: http }
            periodSeconds: 2
            timeoutSeconds: 5
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          lifecycle:
            preStop:
              exec:
                command: [sleep, {{ $root.Values.shutdown.delaySeconds | quote }}]
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          securityContext:
            {{- include "perennial.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            {{- include "perennial.volumeMounts" $root | nindent 12 }}
      volumes:
        {{- include "perennial.volumes" $root | nindent 8 }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "perennial.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $.role }}
        {{- end }}
      {{- with .values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}

{{/* Takes a dict of root, role and values. */}}
{{- define "perennial.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "perennial.fullname" .root }}-{{ .role }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "perennial.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- toYaml .values.podDisruptionBudget | nindent 2 }}
  selector:
    matchLabels:
      {{- include "perennial.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{/* Takes a dict of root, role and values. */}}
{{- define "perennial.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "perennial.fullname" .root }}-{{ .role }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "perennial.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "perennial.fullname" .root }}-{{ .role }}
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 300
  metrics:
    {{- with .values.autoscaling.queueDelay }}
    {{- if .enabled }}
    - type: Pods
      pods:
        metric:
          name: {{ .metric }}
        target:
          type: AverageValue
          averageValue: {{ .targetSeconds | quote }}
    {{- end }}
    {{- end }}
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.autoscaling.targetCPUUtilizationPercentage }}
{{- end -}}
