# A node of Sluice:
#     docker build -t sluice .
#     docker run -p 8080:8080 -v sluice-data:/data sluice
FROM maven:3.9-eclipse-temurin-25 AS build
# Shop and console are built with npm, which the image of Maven does not bring.
COPY --from=node:22-slim /usr/local /usr/local
COPY . /sluice
WORKDIR /sluice
RUN mvn -B -q -pl server -am package -DskipTests

FROM eclipse-temurin:25-jre
RUN useradd --system --uid 10001 --home-dir /data sluice && install -d -o sluice /data
COPY --from=build /sluice/server/target/sluice.jar /opt/sluice.jar
USER 10001
VOLUME /data
EXPOSE 8080
# Whoever wants the demo in it adds SLUICE_NO_DEMO=false and SLUICE_DEMO_ANYWHERE=true.
ENV SLUICE_SERVER_HOST=0.0.0.0 SLUICE_DATA=/data SLUICE_NO_DEMO=true
HEALTHCHECK --interval=2s --timeout=2s --start-period=60s --retries=5 CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080; printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3; grep -q ' 200 ' <&3"]
ENTRYPOINT ["java", "-XX:+UseG1GC", "-XX:MaxNewSize=256m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30", \
    "-XX:G1PeriodicGCInterval=30000", "-XX:MaxDirectMemorySize=512m", "-XX:MaxRAMPercentage=60", \
    "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/sluice.jar"]
CMD ["run"]
