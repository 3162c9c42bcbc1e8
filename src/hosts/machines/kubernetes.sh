#!/bin/bash
# Builds with Kubernetes (1.31 or later): `bash kubernetes.sh`, where kubectl is. The volume claim `portal`
# (ReadWriteMany) has the portal's folder, after `npm ci`. The script ends when dist/ is there, or shows the log of a
# failed job.
set -euo pipefail
parts=${PARTS:-4}

# run NAME PODS FLAGS: runs a job with that many pods, which count from 0, and waits for its end.
run() {
  job=$(
    kubectl create --output=name --filename=- << END
apiVersion: batch/v1
kind: Job
metadata:
  generateName: portal-$1-
spec:
  completionMode: Indexed
  completions: $2
  parallelism: $2
  podFailurePolicy: # status 1: the data has errors, so another attempt would fail, too
    rules: [{ action: FailJob, onExitCodes: { operator: In, values: [1] } }]
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: build
          image: node:22
          workingDir: /portal
          command: [bash, -c, 'npx portal-snapshot build --cache "${CACHE:-.cache}" $3']
          volumeMounts: [{ name: portal, mountPath: /portal }]
      volumes: [{ name: portal, persistentVolumeClaim: { claimName: portal } }]
END
  )
  until state=$(kubectl get "$job" --output='jsonpath={.status.conditions[?(@.status=="True")].type}') &&
    [[ $state =~ Complete|Failed ]]; do
    sleep 5
  done
  if [[ $state != *Complete* ]]; then
    kubectl logs --selector="job-name=${job#*/}" --prefix --tail=-1
    exit 1
  fi
}

run shards "$parts" "--shard \$((JOB_COMPLETION_INDEX + 1))/$parts"
run build 1 ''
