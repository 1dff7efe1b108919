/// Claims, deadlines and broadcast through RocketMQ.
package dev.sluice.rocketmq;
