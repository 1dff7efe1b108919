/// Claims, deadlines, results and broadcast through RabbitMQ.
package dev.sluice.rabbitmq;
